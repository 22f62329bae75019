/** The name of a related record, or "self", which is the default. */
interface Targeted {
  target?: string;
}

export interface TagParams extends Targeted {
  tag: string;
  typeId?: number;
}

export interface UpdateFieldParams extends Targeted {
  field: string;
  value: string | number | boolean | null;
}

export interface NoteParams extends Targeted {
  notes: string;
  typeID?: number;
}

/** The record's owner, the user of the rule, or a user. */
export type Assignee = 'owner' | 'me' | number;

export interface TaskParams extends NoteParams {
  dueInDays?: number;
  dueAt?: string;
  assignedTo?: Assignee;
}

export interface StatusParams extends Targeted {
  statusID: number;
}

export interface OwnerParams extends Targeted {
  ownerID: 'me' | number;
}

export interface EmailParams extends Targeted {
  subject: string;
  body: string;
  /** Whose address the answers go to; absent: the sender's. */
  replyTo?: Assignee;
}

export interface SmsParams extends Targeted {
  text: string;
}

export interface WebhookParams extends Targeted {
  url: string;
}

export interface NotifyParams extends Targeted {
  user: Assignee;
  message: string;
}

export interface ListParams extends Targeted {
  listID: number;
}

/** What each kind of action is told. */
export interface ParamsOf {
  addTag: TagParams;
  removeTag: TagParams;
  updateField: UpdateFieldParams;
  changeStatus: StatusParams;
  assignOwner: OwnerParams;
  createNote: NoteParams;
  createTask: TaskParams;
  sendEmail: EmailParams;
  sendSms: SmsParams;
  webhook: WebhookParams;
  notifyUser: NotifyParams;
  addToSavedList: ListParams;
}
