import { CHAIN_LENGTH } from '../core/changes';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../core/sql/columns';
import { TRACEPARENT_LENGTH } from '../core/tracing';
import {
  Bool,
  Id,
  Int,
  IntOrNull,
  LongTextOrNull,
  Moment,
  MomentOrNull,
  IntEnum,
  Ref,
  RefOrNull,
  TextEnum,
  TextOrNull,
  Version,
} from '../core/fields/decorators';
import { EVENT_IDS } from './catalogue/events';
import { AUTOMATION_RECORD_TYPES } from './catalogue/modules';

/** A scheduled or triggered rule. The four JSON fields are stored exactly as sent. */
@Entity('automation')
export class Automation {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'Welcome new contacts' }) name!: string | null;
  @IntEnum([1, 2, 3], { example: 3, description: '1 event, 2 schedule, 3 manual.' }) triggerID!: 1 | 2 | 3;
  @IntEnum(EVENT_IDS, {
    example: 17,
    description: 'Id of an event in the catalogue. It also determines which type of record the automation applies to.',
  })
  eventID!: number;
  @IntEnum([1, 2], { example: 1, description: '1 active, 2 paused.' }) statusID!: 1 | 2;
  @LongTextOrNull({
    example: '{"combinator":"and","rules":[{"field":"statusName","operator":"=","value":"Active"}]}',
    description: '{"all":true} matches every record. If empty, a scheduled or manual run matches none.',
  })
  filtersJSON!: string | null;
  @LongTextOrNull({
    example: '[{"type":"addTag","params":{"tag":"Newsletter","typeId":4}}]',
    description: 'The actions in order; the catalogue has their JSON Schemas.',
  })
  actionsJSON!: string | null;
  @LongTextOrNull({ example: '', description: 'The catalogue has its JSON Schemas.' }) scheduleMetaDataJSON!: string | null;
  @LongTextOrNull({
    example: '{"columnName":"surname","isAscending":true}',
    description: 'Which records come first if a run cannot process all of them: one such object, or an array of up to three.',
  })
  orderByJSON!: string | null;
  @MomentOrNull({ example: null, description: 'Computed from the schedule; taken from the request if trigger 2 has no schedule.' })
  nextRunDateUtc!: Date | null;
  @MomentOrNull({ derived: true, example: null }) lastRunDateUtc!: Date | null;
  @IntOrNull({
    minimum: 0,
    example: 30,
    description: 'Skips records that the automation processed in the last N days; null or 0 skips none.',
  })
  excludeRecordsProcessedInDays!: number | null;
  @IntOrNull({
    minimum: 0,
    example: 500,
    description:
      'Per run; of an automation triggered by events: per day. null and 0: 10,000 per run, any number per day; above 10,000: 10,000.',
  })
  maxNumberOfRecordsToExecute!: number | null;
  @LongTextOrNull({ derived: true, example: 'Add the tag "Newsletter" (Other)', description: 'The actions in plain English.' })
  actionDetails!: string | null;
  @RefOrNull('DateGroup', { example: 1, description: 'The date group with the dates on which the automation does not run; null: none.' })
  excludedDateGroupID!: number | null;
  @RefOrNull('User', { example: 1, description: 'The user with whose permissions it runs; null: the caller.' }) userId!: number | null;
  /** Active with this trigger since then; earlier changes do not trigger it. */
  @MomentOrNull({ derived: true, inResponse: 'nowhere', hidden: true }) activatedDate!: Date | null;
  /** Dates of records up to this time have been handled; null before the first check. */
  @MomentOrNull({ derived: true, inResponse: 'nowhere', hidden: true }) datesCheckedUntil!: Date | null;
  /** Why the service paused it. */
  @TextOrNull(1000, { derived: true, inResponse: 'nowhere', hidden: true }) pausedReason!: string | null;
  /** Incremented by every save; a run stores the version it ran. */
  @Int({ derived: true, inResponse: 'nowhere' }) version!: number;
  @Ref('User', { derived: true, inResponse: 'nowhere' }) createdByID!: number | null;
  @Moment({ derived: true, inResponse: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, inResponse: 'nowhere' }) updatedDate?: Date;
  @Bool({ inResponse: 'nowhere' }) deleted!: boolean;
}

/** How long a subject and a text message may be before they are filled. */
export const SUBJECT_LENGTH = 200;
export const SMS_LENGTH = 1600;

/** An e-mail, a text message, or the text of a note, a task or a notification. */
const TEMPLATE_KINDS = ['email', 'sms', 'text'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Texts that several automations use: what they do not have themselves is filled as it is at the time of the run. */
@Entity('automation_template')
export class AutomationTemplate {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Welcome' }) name!: string | null;
  @TextEnum(TEMPLATE_KINDS, { example: 'email', description: 'text: of notes, tasks and notifications.' }) kind!: string;
  @TextEnum(AUTOMATION_RECORD_TYPES, {
    example: 'Contact',
    description: 'The type of record whose fields it can use: that of the automations that refer to it.',
  })
  recordType!: string;
  @TextOrNull(SUBJECT_LENGTH, { example: 'Welcome, {{firstName}}', description: 'Only of kind email, which requires one.' })
  subject!: string | null;
  @LongTextOrNull({
    example: 'Dear {{firstName | default: "colleague"}},\nyour consultant is {{owner.name}}.',
    description: 'Plain text in Liquid; of an e-mail without it, it is derived from html. At most 1,600 characters for kind sms.',
  })
  text!: string | null;
  @LongTextOrNull({
    example: '<p>Dear {{firstName | default: "colleague"}},<br>your consultant is {{owner.name}}.</p>',
    description: 'HTML in Liquid, in which values are escaped. Only of kind email.',
  })
  html!: string | null;
  /** The folded name, which no other template has; null once it is deleted. */
  @Index({ unique: true }) @TextOrNull(NAME, { inResponse: 'nowhere', hidden: true, derived: true }) nameKey!: string | null;
  @Moment({ derived: true, inResponse: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, inResponse: 'nowhere' }) updatedDate?: Date;
  @Bool({ inResponse: 'nowhere' }) deleted!: boolean;
  @Version() version!: number;
}

/** A named set of dates on which automations do not run, such as public holidays. */
@Entity('date_group')
export class DateGroup {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Public holidays' }) name!: string | null;
  @Moment({ derived: true, inResponse: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, inResponse: 'nowhere' }) updatedDate?: Date;
  @Bool({ inResponse: 'nowhere' }) deleted!: boolean;
  @Version() version!: number;
}

@Entity('date_group_day')
export class DateGroupDay {
  @PrimaryColumn(columns.int()) @ForeignKey('DateGroup') dateGroupID!: number;
  /** YYYY-MM-DD in the time zone of the automation. */
  @PrimaryColumn(columns.text(10)) day!: string;
}

/** The state or result of a run. */
export const RUN_STATUSES = ['queued', 'running', 'awaitingApproval', 'completed', 'failed', 'cancelled', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One execution of an automation. */
@Entity('automation_run')
@Index(['status', 'id'])
@Index(['automationID', 'slot'], { unique: true })
export class AutomationRun {
  @Id() id!: number;
  @Column(columns.int()) @ForeignKey('Automation') @Index() automationID!: number;
  @Column(columns.int()) automationVersion!: number;
  /** manual, schedule or event. */
  @Column(columns.text(20)) trigger!: string;
  @Column(columns.text(20)) status!: RunStatus;
  @Column({ ...columns.text(1000), nullable: true }) reason!: string | null;
  @Column({ ...columns.int(), default: 0 }) matched!: number;
  @Column({ ...columns.int(), default: 0 }) excluded!: number;
  @Column({ ...columns.int(), default: 0 }) leftOut!: number;
  @Column({ ...columns.int(), default: 0 }) taken!: number;
  @Column({ ...columns.int(), default: 0 }) processed!: number;
  @Column({ ...columns.int(), default: 0 }) skipped!: number;
  @Column({ ...columns.int(), default: 0 }) failed!: number;
  @Column({ ...columns.int(), nullable: true }) requestedByID!: number | null;
  @Column(columns.moment()) queuedAt!: Date;
  @Column({ ...columns.moment(), nullable: true }) startedAt!: Date | null;
  @Column({ ...columns.moment(), nullable: true }) finishedAt!: Date | null;
  /** The scheduled time that the run is for; unique, so that it runs only once. */
  @Column({ ...columns.moment(), nullable: true }) slot!: Date | null;
  /** JSON of the records that were chosen for it; null: those that it finds. */
  @Column({ ...columns.longText(), nullable: true }) chosen!: string | null;
  /** Who approved it, when, and which version of the automation. */
  @Column({ ...columns.int(), nullable: true }) approvedByID!: number | null;
  @Column({ ...columns.moment(), nullable: true }) approvedAt!: Date | null;
  @Column({ ...columns.int(), nullable: true }) approvedVersion!: number | null;
  /** The runs that led to it, each triggered by the one before it: their ids. */
  @Column({ ...columns.text(CHAIN_LENGTH), nullable: true }) chain!: string | null;
  /** The worker that executes it, and when its lease expires. */
  @Column({ ...columns.text(40), nullable: true }) leaseOwner!: string | null;
  @Column({ ...columns.moment(), nullable: true }) leaseUntil!: Date | null;
  /** The trace of the request that set it off, as in its header. */
  @Column({ ...columns.text(TRACEPARENT_LENGTH), nullable: true }) traceparent!: string | null;
}

/** The records that are known to match an automation with a "matches filters" event: it fires for new ones. */
@Entity('automation_match')
export class AutomationMatch {
  @PrimaryColumn(columns.int()) @ForeignKey('Automation') automationID!: number;
  @PrimaryColumn(columns.int()) recordID!: number;
}

/** The outcome of a record in a run. It is written in the transaction of the actions, so it proves that they were done. */
@Entity('automation_run_record')
@Index(['automationID', 'recordID', 'outcome', 'finishedAt'])
@Index(['automationID', 'sequence', 'recordID'], { unique: true })
@Index(['runID', 'outcome', 'position'])
export class AutomationRunRecord {
  @PrimaryColumn(columns.int()) @ForeignKey('AutomationRun') runID!: number;
  @PrimaryColumn(columns.int()) recordID!: number;
  @Column(columns.int()) automationID!: number;
  /** Sequence number of the change that triggered the run; only for runs triggered by an event. */
  @Column({ ...columns.long(), nullable: true }) sequence!: number | null;
  /** Position in the run, from 1. */
  @Column(columns.int()) position!: number;
  /** planned, processed, skipped or failed. */
  @Column(columns.text(20)) outcome!: string;
  /** Attempts so far, and when a record that failed is tried again. */
  @Column({ ...columns.int(), default: 0 }) attempts!: number;
  @Column({ ...columns.moment(), nullable: true }) tryAt!: Date | null;
  @Column({ ...columns.text(1000), nullable: true }) reason!: string | null;
  /** JSON: what each action did. */
  @Column({ ...columns.longText(), nullable: true }) actions!: string | null;
  @Column({ ...columns.moment(), nullable: true }) finishedAt!: Date | null;
}
