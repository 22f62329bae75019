import { Entity, Index } from 'typeorm';
import { FULL_NAME, NAME } from '../core/sql/columns';
import { CustomFields } from '../core/fields/custom-fields';
import {
  Bool,
  Code,
  Day,
  Amount,
  Double,
  Email,
  Id,
  Int,
  IntOrNull,
  LatitudeOrNull,
  LongitudeOrNull,
  LongText,
  Lookup,
  Moment,
  MomentOrNull,
  Ref,
  Text,
  TextOrNull,
  Url,
  Version,
} from '../core/fields/decorators';
import { ExternalID, ExternalKey } from '../core/fields/external-id';

const CUSTOM = [
  [1, 30, 'text'],
  [31, 45, 'date'],
  [46, 60, 'number'],
] as const;

/** A person looking for work, or a prospect. */
@Entity('candidate')
export class Candidate extends CustomFields(CUSTOM) {
  @Id() id!: number;
  @ExternalID('hr-0042') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @Text(100, { example: 'Grace', indexed: true }) firstName!: string;
  @Text(100, { example: 'Nguyen', indexed: true }) lastName!: string;
  @Text(100, { example: 'Gracie', amongWords: true }) preferredName!: string;
  @Text(FULL_NAME, { derived: true, example: 'Grace Nguyen', indexed: true, amongWords: true }) fullName!: string;
  @Text(FULL_NAME, { derived: true, example: 'Gracie Nguyen' }) candidateDisplayName!: string;
  @Email({ example: 'grace.nguyen@example.com', indexed: true }) email1!: string;
  @Email({ example: 'grace.n@example.net', indexed: true }) email2!: string;
  /**
   * The folded email1 of a live candidate, followed by a number where a duplicate was allowed. Its unique index rules
   * out other duplicates.
   */
  @Index({ unique: true }) @TextOrNull(NAME * 2, { inResponse: 'nowhere', hidden: true, derived: true }) emailKey!: string | null;
  @Email({ example: 'grace.nguyen@example.com' }) payrollEmail!: string;
  @Text(100, { example: 'Australia' }) payrollCountry!: string;
  @Text(100, { example: 'NSW' }) payrollState!: string;
  @Text(100, { example: '0412 345 678' }) mobile!: string;
  @Text(100, { example: '(02) 9555 0101' }) home!: string;
  @Text(100, { example: '(02) 9555 0202' }) work!: string;
  @Text(100, { derived: true, example: '+61412345678', indexed: true }) mobile_Standardised!: string;
  @Text(100, { derived: true, example: '+61295550101', indexed: true }) home_Standardised!: string;
  @Text(100, { derived: true, example: '+61295550202', indexed: true }) work_Standardised!: string;
  @Text(NAME, { example: 'Site Engineer', indexed: true, amongWords: true }) jobTitle!: string;
  @Text(NAME, { example: 'Bayside Civil', amongWords: true }) employer!: string;
  @Lookup('gender', { example: 1 }) genderID!: number | null;
  @Bool({ example: true }) hasResumeViewerDoc!: boolean;
  @Moment({ example: '2026-09-01T03:00:00.000Z' }) resumeViewerDate?: Date;
  @Moment({ example: '2026-09-01T03:00:00.000Z' }) resumeUpdateDate?: Date;
  @Moment({ derived: true, example: '2026-11-01T03:00:00.000Z', indexed: true }) lastUpdateDate?: Date;
  @Text(NAME, { example: '14 Wattle Street' }) address1!: string;
  @Text(NAME, { example: 'Unit 3' }) address2!: string;
  @Text(100, { example: 'Newtown', indexed: true }) suburb!: string;
  @Text(100, { example: 'NSW', indexed: 'column' }) state!: string;
  @Text(100, { example: '2042' }) postcode!: string;
  @Code('country', { example: 'AU' }) countryCode!: string;
  @Url({ example: 'https://network.example.com/in/grace-nguyen' }) professionalNetworkUrl!: string;
  @Url({ example: 'https://social.example.com/grace' }) socialNetworkUrl!: string;
  @Text(NAME, { example: 'grace.jpg' }) photoName!: string;
  @Url({ example: 'https://photos.example.com/grace.jpg' }) photoUrl!: string;
  @Url({ example: 'https://network.example.com/photo/grace.jpg' }) professionalNetworkProfilePictureUrl!: string;
  @Day({ example: '1991-04-17T00:00:00.000Z', scope: 'personal-data' }) dateOfBirth?: Date;
  @Amount({ minimum: 0, example: 68.5, scope: 'pay' }) preferredRate!: number;
  @Lookup('unit', { example: 1 }) preferredRateUnitsId!: number | null;
  @Amount({ minimum: 0, example: 125000, scope: 'pay' }) preferredSalary!: number;
  @Lookup('unit', { example: 5 }) preferredSalaryUnitsId!: number | null;
  @Lookup('jobSeekingStatus', { example: 1, indexed: 'column' }) jobSeekingStatusID!: number | null;
  @Lookup('jobType', { example: 2 }) preferredJobTypeID!: number | null;
  @LongText({ example: 'Ten years of civil and building sites.', amongWords: true }) summary!: string;
  @Lookup('candidateStatus', { example: 1, index: true, indexed: true }) profileStatusID!: number | null;
  /** The client that employs the candidate. */
  @Ref('Client', { example: 1 }) candidateClientID!: number | null;
  @Bool({ example: false, indexed: 'column' }) isRedFlagged!: boolean;
  @Moment({ example: '2026-06-01T00:00:00.000Z' }) redFlaggedDate?: Date;
  @Ref('User', { inResponse: 'nowhere' }) redFlaggedByID!: number | null;
  @Text(1000, { example: '', scope: 'personal-data' }) redFlaggedComments!: string;
  @LongText({ derived: true, example: 'Construction; Engineering' }) divisions!: string;
  @Day({ example: '2026-12-01T00:00:00.000Z', indexed: true }) availabilityDate?: Date;
  @Bool({ example: false, indexed: 'column' }) optOut!: boolean;
  @Double({ minimum: 0, example: 4 }) weeksNotice!: number;
  @Text(100, { example: 'Australian' }) nationality!: string;
  @Lookup('nationality', { example: 1 }) nationalityID!: number | null;
  @Url({ example: 'https://grace.example.com' }) website!: string;
  @Text(NAME, { example: 'Job board' }) originalSource!: string;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;

  @Ref('User', { inResponse: 'nowhere', indexed: true }) ownerID!: number | null;
  @Lookup('rating', { inResponse: 'nowhere', indexed: 'column' }) ratingID!: number | null;
  @LatitudeOrNull({ inResponse: 'nowhere', indexed: 'column' }) latitude!: number | null;
  @LongitudeOrNull({ inResponse: 'nowhere', indexed: 'column' }) longitude!: number | null;
  /** The candidate that this one was merged into and deleted for. */
  @IntOrNull({ derived: true, inResponse: 'nowhere' }) mergedIntoID!: number | null;
  /** Set once all that is personal has been removed. */
  @MomentOrNull({ derived: true, inResponse: 'nowhere', hidden: true }) erasedDate!: Date | null;
  @Ref('User', { derived: true, inResponse: 'nowhere' }) createdByID!: number | null;
  @Moment({ derived: true, inResponse: 'nowhere', index: true, indexed: true }) createdDate?: Date;
  @Ref('User', { derived: true, inResponse: 'nowhere' }) updatedByID!: number | null;
}

/** One past job of a candidate. */
@Entity('employment_history')
export class EmploymentHistory {
  @Id({ inResponse: 'nowhere', hidden: true }) id!: number;
  @Ref('Candidate', { inResponse: 'nowhere', hidden: true }) candidateID!: number | null;
  /** Its position in the list, from 1. */
  @Int({ inResponse: 'nowhere', hidden: true }) position!: number;
  @Text(NAME, { example: 'Graduate Engineer' }) jobTitle!: string;
  @Text(NAME, { example: 'Bayside Civil' }) employer!: string;
  @Day({ example: '2016-02-01T00:00:00.000Z' }) startDate?: Date;
  @Day({ example: '2019-06-30T00:00:00.000Z' }) endDate?: Date;
}
