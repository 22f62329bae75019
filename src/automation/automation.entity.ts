import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../database/columns';
import {
  Bool,
  Id,
  Int,
  IntOrNull,
  LongTextOrNull,
  Moment,
  MomentOrNull,
  OneOf,
  Ref,
  RefOrNull,
  TextOrNull,
  Version,
} from '../fields/vocabulary';

const EVENT_IDS = Array.from({ length: 69 }, (_, index) => index + 1);

/** A scheduled or triggered rule over records. The four JSON texts are kept as they were sent. */
@Entity('automation')
export class Automation {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'Welcome new contacts' }) name!: string | null;
  @OneOf([1, 2, 3], { example: 3, description: '1 event, 2 schedule, 3 manual.' }) triggerID!: 1 | 2 | 3;
  @OneOf(EVENT_IDS, { example: 17, description: 'An event of the catalogue; it says over which records the automation is, too.' })
  eventID!: number;
  @OneOf([1, 2], { example: 1, description: '1 active, 2 paused.' }) statusID!: 1 | 2;
  @LongTextOrNull({
    example: '{"combinator":"and","rules":[{"field":"statusName","operator":"=","value":"Active"}]}',
    description: '{"all":true}: everyone. Nothing, for a schedule or by hand: nobody.',
  })
  filtersJSON!: string | null;
  @LongTextOrNull({
    example: '[{"type":"addTag","params":{"tag":"Newsletter","typeId":4}}]',
    description: 'The steps in their order; their forms are in the catalogue.',
  })
  actionsJSON!: string | null;
  @LongTextOrNull({ example: '', description: 'Its forms are in the catalogue.' }) scheduleMetaDataJSON!: string | null;
  @LongTextOrNull({
    example: '{"columnName":"surname","isAscending":true}',
    description: 'Who comes first where not all are taken: one such object, or up to three in a list.',
  })
  orderByJSON!: string | null;
  @MomentOrNull({ example: null, description: 'Follows from the schedule; taken from the request where trigger 2 comes without one.' })
  nextRunDateUtc!: Date | null;
  @MomentOrNull({ derived: true, example: null }) lastRunDateUtc!: Date | null;
  @IntOrNull({ minimum: 0, example: 30, description: 'Those that it processed in the last so many days are left out; null, 0: nobody is.' })
  excludeRecordsProcessedInDays!: number | null;
  @IntOrNull({ minimum: 0, example: 500, description: 'null, 0 and more than 10,000: 10,000.' }) maxNumberOfRecordsToExecute!:
    number | null;
  @LongTextOrNull({ derived: true, example: 'Add the tag "Newsletter" (Other)', description: 'The actions in plain words.' })
  actionDetails!: string | null;
  @RefOrNull('DateGroup', { example: 1, description: 'A set of dates on which nothing runs; null: none.' }) excludedDateGroupID!:
    number | null;
  @RefOrNull('User', { example: 1, description: 'Whose rights it has; null: the caller.' }) userId!: number | null;
  /** Since when it has been active with this trigger: what happened before is none of its business. */
  @MomentOrNull({ derived: true, answered: 'nowhere', hidden: true }) activatedDate!: Date | null;
  /** Up to when it has acted on the dates of records; null until it first looks. */
  @MomentOrNull({ derived: true, answered: 'nowhere', hidden: true }) datesCheckedUntil!: Date | null;
  /** Why the service paused it. */
  @TextOrNull(1000, { derived: true, answered: 'nowhere', hidden: true }) pausedReason!: string | null;
  /** Counts the saved versions; a run names the one it ran. */
  @Int({ derived: true, answered: 'nowhere' }) version!: number;
  @Ref('User', { derived: true, answered: 'nowhere' }) createdByID!: number | null;
  @Moment({ derived: true, answered: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, answered: 'nowhere' }) updatedDate?: Date;
  @Bool({ answered: 'nowhere' }) deleted!: boolean;
}

/** A named set of dates on which nothing runs: public holidays, a shutdown. */
@Entity('date_group')
export class DateGroup {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'Public holidays' }) name!: string | null;
  @Moment({ derived: true, answered: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, answered: 'nowhere' }) updatedDate?: Date;
  @Bool({ answered: 'nowhere' }) deleted!: boolean;
  @Version() version!: number;
}

@Entity('date_group_day')
export class DateGroupDay {
  @PrimaryColumn(columns.int()) @ForeignKey('DateGroup') dateGroupID!: number;
  /** YYYY-MM-DD in the automation's zone. */
  @PrimaryColumn(columns.text(10)) day!: string;
}

/** What a run is doing or came to. */
export type RunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped';

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
  /** The time of the schedule that it stands for: it runs once. */
  @Column({ ...columns.moment(), nullable: true }) slot!: Date | null;
  /** How many automations stand before what it does, one setting off the other, itself included. */
  @Column({ ...columns.int(), default: 1 }) depth!: number;
  /** The worker that carries it out, and until when that is believed. */
  @Column({ ...columns.text(40), nullable: true }) leaseOwner!: string | null;
  @Column({ ...columns.moment(), nullable: true }) leaseUntil!: Date | null;
}

/** The records that a rule of the kind "matches filters" knows to match: it fires for those that come to. */
@Entity('automation_match')
export class AutomationMatch {
  @PrimaryColumn(columns.int()) @ForeignKey('Automation') automationID!: number;
  @PrimaryColumn(columns.int()) recordID!: number;
}

/** What became of a record of a run. Written in the transaction of its actions: the row is the proof that they were done. */
@Entity('automation_run_record')
@Index(['automationID', 'recordID', 'outcome', 'finishedAt'])
@Index(['automationID', 'sequence', 'recordID'], { unique: true })
@Index(['runID', 'outcome', 'position'])
export class AutomationRunRecord {
  @PrimaryColumn(columns.int()) @ForeignKey('AutomationRun') runID!: number;
  @PrimaryColumn(columns.int()) recordID!: number;
  @Column(columns.int()) automationID!: number;
  /** The change that set it off, of a run by an event. */
  @Column({ ...columns.long(), nullable: true }) sequence!: number | null;
  /** Its place in the order of the run, from 1. */
  @Column(columns.int()) position!: number;
  /** planned, processed, skipped or failed. */
  @Column(columns.text(20)) outcome!: string;
  /** How often it has been acted on, and when it is tried again: of one that is planned and failed before. */
  @Column({ ...columns.int(), default: 0 }) attempts!: number;
  @Column({ ...columns.moment(), nullable: true }) tryAt!: Date | null;
  @Column({ ...columns.text(1000), nullable: true }) reason!: string | null;
  /** JSON: what each action did. */
  @Column({ ...columns.longText(), nullable: true }) actions!: string | null;
  @Column({ ...columns.moment(), nullable: true }) finishedAt!: Date | null;
}
