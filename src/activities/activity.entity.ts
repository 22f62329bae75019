import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../core/sql/columns';
import { Stamped } from '../core/fields/stamped';
import {
  Bool,
  Day,
  Id,
  Int,
  LongTextOrNull,
  Lookup,
  Moment,
  MomentOrNull,
  Ref,
  TextOrNull,
  UrlOrNull,
  Version,
} from '../core/fields/decorators';

/** Something done or planned: a note, a task, a call, a meeting, or the mirror of an interview, submission, placement or document. */
@Entity('activity')
@Index(['entityId', 'category'])
export class Activity {
  @Id() id!: number;
  @Ref('Activity', { example: 0, description: 'The activity that this one follows up on.' }) parentID!: number | null;
  @TextOrNull(100, { example: 'crm-5521', description: "The caller's own id." }) altId!: string | null;
  @Lookup('activityType', { example: 1 }) typeID!: number | null;
  @Lookup('activityCategory', { required: true, example: 1, index: true }) category!: number | null;
  @Ref('User', { example: 1 }) assignedToID!: number | null;
  @LongTextOrNull({ example: 'Wants to start in January; sent the site induction pack.', searchedByWords: true }) notes!: string | null;
  @MomentOrNull({ example: '2026-11-16T01:30:00.000Z' }) activityDate!: Date | null;
  @MomentOrNull({ example: '2026-11-16T02:00:00.000Z' }) activityEndDate!: Date | null;
  @Ref('Contact', { example: 1 }) contactID!: number | null;
  @Ref('Client', { example: 1 }) clientID!: number | null;
  @Ref('Candidate', { example: 1 }) candidateID!: number | null;
  @Ref('Job', { example: 1 }) jobID!: number | null;
  @Lookup('activityStatus', { example: 2 }) statusID!: number | null;
  @Ref('Opportunity', { example: 0 }) opportunityID!: number | null;
  @Int({
    derived: true,
    minimum: 0,
    example: 0,
    description: 'The interview, application, placement or document that it mirrors; 0: none.',
  })
  entityId!: number;
  @Ref('Placement', { example: 0 }) placementID!: number | null;
  @Int({ minimum: 0, example: 30, description: 'Minutes.' }) duration!: number;
  @LongTextOrNull({ example: '{"channel":"phone"}', description: 'JSON text.' }) associatedData!: string | null;
  @Ref('Document', { example: 0 }) documentID!: number | null;
  @Ref('User', { derived: true, example: 1 }) createdByID!: number | null;
  @Ref('User', { derived: true, example: 1 }) lastUpdatedByID!: number | null;
  @MomentOrNull({ derived: true, index: true, example: '2026-11-16T02:05:00.000Z' }) dateCreated!: Date | null;
  @MomentOrNull({ derived: true, example: '2026-11-16T02:05:00.000Z' }) lastUpdatedDate!: Date | null;
  @Bool({ inResponse: 'nowhere' }) deleted!: boolean;
  @Version() version!: number;
}

/** Kinds of record that an activity can be linked to. */
export const PARTIES = ['Candidate', 'Contact', 'Client', 'Job', 'Opportunity', 'Placement'] as const;
export type Party = (typeof PARTIES)[number];

/**
 * A record that an activity belongs to. `isMain`: by the activity's own field (candidateID, …); `isLinked`: by its list
 * (linkedCandidates, …). Both can be true.
 */
@Entity('activity_link')
@Index(['kind', 'recordID', 'activityID'])
export class ActivityLink {
  @PrimaryColumn(columns.int()) @ForeignKey('Activity') activityID!: number;
  @PrimaryColumn(columns.text(20)) kind!: Party;
  @PrimaryColumn(columns.int()) recordID!: number;
  @Column({ ...columns.boolean(), default: false }) isMain!: boolean;
  @Column({ ...columns.boolean(), default: false }) isLinked!: boolean;
}

/** A file about a candidate, contact, client or job; its content is stored by the service, or elsewhere, at its url. */
@Entity('document')
export class Document extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'Resume.txt', amongWords: true }) name!: string | null;
  @Lookup('documentType', { example: 1 }) typeID!: number | null;
  @UrlOrNull({ example: 'https://files.example.com/1', description: 'Where its content is, unless the service has it.' }) url!:
    string | null;
  @TextOrNull(100, { example: 'text/plain' }) contentType!: string | null;
  @Ref('Candidate', { example: 1 }) candidateID!: number | null;
  @Ref('Contact', { example: 0 }) contactID!: number | null;
  @Ref('Client', { example: 0 }) clientID!: number | null;
  @Ref('Job', { example: 0 }) jobID!: number | null;
  @Day({ example: '2027-06-30T00:00:00.000Z', description: 'The last day on which it is valid; unset: it does not expire.' })
  expiryDate?: Date;
  @Bool({
    example: false,
    description:
      'Whether somebody has checked it. A change of its content, url, typeID, expiryDate, or of whom it is about, takes that back: verify it again.',
  })
  isVerified!: boolean;
  @Moment({ derived: true, example: '2026-11-16T02:00:00.000Z' }) verifiedDate?: Date;
  @Ref('User', { derived: true, example: 1, foreignKey: false, description: 'Who verified it; 0: nobody.' }) verifiedByID!: number | null;
}
