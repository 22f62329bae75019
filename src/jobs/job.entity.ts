import { Entity, Index } from 'typeorm';
import { NAME } from '../core/sql/columns';
import { CustomFields } from '../core/fields/custom-fields';
import {
  Bool,
  BoolOrNull,
  CodeOrNull,
  Day,
  Amount,
  AmountOrNull,
  Double,
  Id,
  Int,
  IntOrNull,
  LatitudeOrNull,
  LongitudeOrNull,
  LongTextOrNull,
  Lookup,
  LookupOrNull,
  Moment,
  MomentOrNull,
  IntEnum,
  Ref,
  TextOrNull,
  Url,
  Version,
} from '../core/fields/decorators';
import { ExternalID, ExternalKey } from '../core/fields/external-id';

const CUSTOM = [
  [1, 10, 'text?'],
  [11, 15, 'number?'],
  [16, 20, 'date'],
  [21, 30, 'text?'],
  [31, 35, 'number?'],
  [36, 40, 'date'],
  [41, 50, 'text?'],
  [51, 55, 'number?'],
  [56, 60, 'date'],
] as const;

/** A vacancy that a client wants filled. Searches read the index newest first; it covers the most common criteria. */
@Entity('job')
@Index(['deleted', 'createdDate', 'id', 'stageID', 'division'])
export class Job extends CustomFields(CUSTOM) {
  @Id() id!: number;
  @ExternalID('ats-88') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @TextOrNull(100, { example: 'JOB-1001', indexed: true, amongWords: true }) jobReference!: string | null;
  @TextOrNull(NAME, { required: true, example: 'Senior Site Engineer', searchedByWords: true, indexed: true, amongWords: true }) title!:
    string | null;
  @Lookup('jobStage', { required: true, example: 2, index: true, indexed: true }) stageID!: number | null;
  @Lookup('rating', { example: 1 }) rating!: number | null;
  @TextOrNull(500, { example: 'Rate negotiable for the right person' }) remunerationComment!: string | null;
  @Url({ example: 'https://video.example.com/job-1001' }) videoLink!: string;
  @LongTextOrNull({ example: 'Lead the site team of a hospital extension.' }) description!: string | null;
  @CodeOrNull('jobType', { example: 'CONTRACT', indexed: true }) type!: string | null;

  @Ref('Site', { example: 1 }) siteID!: number | null;
  @TextOrNull(NAME, { example: '200 George Street' }) address1!: string | null;
  @TextOrNull(NAME, { example: 'Level 12' }) address2!: string | null;
  @TextOrNull(NAME, { example: '' }) address3!: string | null;
  @TextOrNull(100, { example: 'Sydney', indexed: true }) suburb!: string | null;
  @TextOrNull(100, { example: 'NSW', indexed: true }) state!: string | null;
  @TextOrNull(100, { example: '2000' }) postcode!: string | null;
  @CodeOrNull('country', { example: 'AU' }) countryCode!: string | null;
  @LongitudeOrNull({ example: 151.2093 }) longitude!: number | null;
  @LatitudeOrNull({ example: -33.8688 }) latitude!: number | null;
  /** Whether the address was entered for the job itself; otherwise it is that of its site. */
  @Bool({ inResponse: 'nowhere', hidden: true }) hasOwnAddress!: boolean;
  @TextOrNull(500, { derived: true, example: 'Sydney, NSW' }) shortAddress!: string | null;
  @TextOrNull(1000, { derived: true, example: '200 George Street, Level 12, Sydney NSW 2000, Australia' }) fullAddress!: string | null;

  @Lookup('currency', { example: 1 }) currencyID!: number | null;
  @Amount({ example: 24000 }) dealAmount!: number;
  @AmountOrNull({ example: 65, scope: 'pay' }) rateFrom!: number | null;
  @AmountOrNull({ example: 75, scope: 'pay' }) rateTo!: number | null;
  @Lookup('unit', { example: 1 }) rateUnits!: number | null;
  @AmountOrNull({ example: 85, scope: 'pay' }) chargeRateFrom!: number | null;
  @AmountOrNull({ example: 98, scope: 'pay' }) chargeRateTo!: number | null;
  @Lookup('unit', { example: 1 }) chargeRateUnits!: number | null;
  @AmountOrNull({ example: 6.5, scope: 'pay' }) onCostsFrom!: number | null;
  @AmountOrNull({ example: 7.5, scope: 'pay' }) onCostsTo!: number | null;
  @Lookup('unit', { example: 1 }) onCostsUnits!: number | null;
  @Amount({ example: 120000, indexed: true, scope: 'pay' }) salaryFrom!: number;
  @Amount({ example: 140000, indexed: 'column', scope: 'pay' }) salaryTo!: number;
  @Lookup('unit', { example: 5 }) salaryUnits!: number | null;
  @TextOrNull(NAME, { derived: true, example: '65.00 - 75.00 per hour', scope: 'pay' }) payRange!: string | null;

  @Day({ example: '2026-12-18T00:00:00.000Z', indexed: true }) deadline?: Date;
  @Moment({ example: '2026-11-30T06:00:00.000Z', indexed: true }) closeDate?: Date;
  @Day({ example: '2027-01-11T00:00:00.000Z', indexed: 'column' }) startDate?: Date;
  @MomentOrNull({ example: '2027-01-10T21:00:00.000Z' }) startTime!: Date | null;
  @MomentOrNull({ example: '2026-10-05T23:30:00.000Z' }) timeToFillStartDate!: Date | null;
  @Day({ example: '2027-07-09T00:00:00.000Z' }) endDate?: Date;
  @Moment({ example: '2026-12-11T00:00:00.000Z' }) estimatedPlacementDate?: Date;

  @Ref('User', { example: 1 }) createdByConsultantID!: number | null;
  @Ref('User', { example: 1, indexed: true }) consultantID1!: number | null;
  @Ref('User', { example: 2, indexed: 'column' }) consultantID2!: number | null;
  @Ref('User', { example: 0, indexed: 'column' }) consultantID3!: number | null;
  @Ref('User', { example: 0, indexed: 'column' }) consultantID4!: number | null;
  @Ref('User', { example: 0, indexed: 'column' }) consultantID5!: number | null;
  @Amount({ minimum: 0, example: 60 }) consultantPercentage1!: number;
  @Amount({ minimum: 0, example: 40 }) consultantPercentage2!: number;
  @Amount({ minimum: 0, example: 0 }) consultantPercentage3!: number;
  @Amount({ minimum: 0, example: 0 }) consultantPercentage4!: number;
  @Amount({ minimum: 0, example: 0 }) consultantPercentage5!: number;
  @TextOrNull(NAME, { example: 'Account manager' }) consultantInfo1!: string | null;
  @TextOrNull(NAME, { example: 'Resourcer' }) consultantInfo2!: string | null;
  @TextOrNull(NAME, { example: '' }) consultantInfo3!: string | null;
  @TextOrNull(NAME, { example: '' }) consultantInfo4!: string | null;
  @TextOrNull(NAME, { example: '' }) consultantInfo5!: string | null;

  @Lookup('outcome', { example: 1 }) outcome!: number | null;
  @TextOrNull(1000, { example: 'Filled from the talent pool' }) outcomeComments!: string | null;
  @Ref('Client', { example: 1, indexed: true }) clientID!: number | null;
  @Ref('Contact', { example: 1 }) contact1ID!: number | null;
  @Ref('Contact', { example: 2 }) contact2ID!: number | null;
  @Ref('Contact', { example: 0 }) contact3ID!: number | null;
  @Ref('Contact', { example: 0 }) contact4ID!: number | null;
  @TextOrNull(100, { example: 'PO-77120' }) clientReference!: string | null;

  @Int({ minimum: 0, example: 6 }) duration!: number;
  @Lookup('durationPeriod', { example: 4 }) durationPeriod!: number | null;
  @Int({ minimum: 0, example: 2 }) candidatesRequired!: number;
  @Amount({ example: 18.5, scope: 'pay' }) permFeePercentage!: number;
  @Amount({
    example: 22200,
    description: 'Follows permFeePercentage of the yearly salaryFrom when they change, unless it is sent with them or feeType is another.',
    scope: 'pay',
  })
  permFeeAmount!: number;
  @Lookup('feeType', { example: 1 }) feeType!: number | null;
  @Ref('Division', { example: 1, indexed: 'column' }) division!: number | null;
  @Bool({ example: false }) exclusive!: boolean;
  @Ref('ContactSearch', { example: 1 }) savedSearchID!: number | null;
  @Double({ minimum: 0, example: 7.6 }) hoursPerDay!: number;
  @Double({ minimum: 0, example: 5 }) daysPerWeek!: number;
  @TextOrNull(NAME, { example: 'Referral', indexed: true }) source!: string | null;
  @IntEnum([0, 1, 2, 3, 4], { example: 1, description: '0 not specified, 1 on site, 2 hybrid, 3 remote, 4 flexible.' }) workAssignment!:
    0 | 1 | 2 | 3 | 4;
  @Lookup('workType', { example: 1 }) workTypeID!: number | null;
  @Ref('Checklist', { example: 3, foreignKey: false, description: 'What its placements require to be approved; 0: nothing.' })
  complianceChecklistID!: number | null;
  @LookupOrNull('billingGroup', { example: 1 }) billingGroupID!: number | null;
  @IntEnum([0, 1, 2], { example: 1, description: '0 none, 1 text, 2 uploaded file.' }) jobDescriptionType!: 0 | 1 | 2;

  @BoolOrNull({ example: true }) isAiMatchesReady!: boolean | null;
  @MomentOrNull({ example: '2026-10-06T02:15:00.000Z' }) aiMatchesCompletedDate!: Date | null;
  @IntOrNull({ example: 3 }) lastSyncedJobBoardStageId!: number | null;
  /** The job that this one was released from. */
  @Ref('Job', { inResponse: 'nowhere' }) parentJobID!: number | null;
  /** When the number of approved placements reached candidatesRequired. */
  @MomentOrNull({ derived: true, inResponse: 'nowhere' }) filledDate!: Date | null;
  /** The stage that it had when it was closed as filled, and returns to when it is no longer; null when it was closed by hand. */
  @LookupOrNull('jobStage', { derived: true, inResponse: 'nowhere', hidden: true }) stageBeforeFilledID!: number | null;

  @Ref('User', { derived: true, example: 1 }) createdByID!: number | null;
  @Moment({ derived: true, example: '2026-10-05T23:30:00.000Z', indexed: ['stageID', 'division'] }) createdDate?: Date;
  @Ref('User', { derived: true, inResponse: 'nowhere' }) updatedByID!: number | null;
  @Moment({ derived: true, example: '2026-11-02T04:10:00.000Z', indexed: true }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}
