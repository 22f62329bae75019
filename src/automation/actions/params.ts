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

/** What each kind of action is told. */
export interface ParamsOf {
  addTag: TagParams;
  removeTag: TagParams;
  updateField: UpdateFieldParams;
  changeStatus: Targeted & { statusID: number };
  assignOwner: Targeted & { ownerID: 'me' | number };
  createNote: NoteParams;
  createTask: TaskParams;
  sendEmail: Targeted & { subject: string; body: string };
  sendSms: Targeted & { text: string };
  webhook: Targeted & { url: string };
  notifyUser: Targeted & { user: Assignee; message: string };
  addToSavedList: Targeted & { listID: number };
}
