import { Entity } from 'typeorm';
import { FULL_NAME, NAME } from '../core/sql/columns';
import { CustomFields } from '../core/fields/custom-fields';
import {
  Bool,
  CodeOrNull,
  EmailOrNull,
  Id,
  IntOrNull,
  LatitudeOrNull,
  LongitudeOrNull,
  LongTextOrNull,
  Lookup,
  Moment,
  MomentOrNull,
  Ref,
  TextOrNull,
  UrlOrNull,
  Version,
} from '../core/fields/decorators';
import { ExternalID, ExternalKey } from '../core/fields/external-id';

const CUSTOM = [
  [1, 10, 'text?'],
  [11, 15, 'number?'],
  [16, 20, 'date'],
  [21, 40, 'text?'],
  [41, 50, 'number?'],
  [51, 60, 'date'],
] as const;

/** A person at a client, such as a hiring manager. */
@Entity('contact')
export class Contact extends CustomFields(CUSTOM) {
  @Id() id!: number;
  @ExternalID('crm-7001') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @TextOrNull(100, { example: 'Olivia', indexed: true }) firstName!: string | null;
  @TextOrNull(100, { example: 'Bennett', indexed: true }) surname!: string | null;
  @TextOrNull(FULL_NAME, { derived: true, example: 'Olivia Bennett', indexed: true, amongWords: true }) fullName!: string | null;
  @Ref('Site', { example: 1, indexed: 'column' }) siteID!: number | null;
  @TextOrNull(NAME, { example: '200 George Street' }) address1!: string | null;
  @TextOrNull(NAME, { example: 'Level 12' }) address2!: string | null;
  @TextOrNull(NAME, { example: '' }) address3!: string | null;
  @TextOrNull(100, { example: 'Sydney', indexed: true }) suburb!: string | null;
  @TextOrNull(100, { example: 'NSW', indexed: true }) state!: string | null;
  @TextOrNull(100, { example: '2000' }) postcode!: string | null;
  @CodeOrNull('country', { example: 'AU' }) countryCode!: string | null;
  @TextOrNull(100, { example: '(02) 9123 4567' }) phone!: string | null;
  @TextOrNull(100, { derived: true, example: '+61291234567' }) phone_Standardised!: string | null;
  @TextOrNull(100, { example: '0412 345 678' }) mobile!: string | null;
  @TextOrNull(100, { derived: true, example: '+61412345678' }) mobile_Standardised!: string | null;
  @Ref('Client', { example: 1, indexed: true }) clientID!: number | null;
  @EmailOrNull({ example: 'olivia.bennett@example.com', indexed: true }) email!: string | null;
  @EmailOrNull({ example: 'o.bennett@example.net' }) email2!: string | null;
  @TextOrNull(NAME, { example: 'Project Director', searchedByWords: true, amongWords: true }) jobTitle!: string | null;
  @UrlOrNull({ example: 'https://network.example.com/in/olivia-bennett' }) professionalNetworkUrl!: string | null;
  @LongTextOrNull({ example: 'Prefers a call before nine.' }) description!: string | null;
  @TextOrNull(NAME, { example: 'olivia.jpg' }) photoName!: string | null;
  @UrlOrNull({ example: 'https://photos.example.com/olivia.jpg' }) photoUrl!: string | null;
  @UrlOrNull({ example: 'https://network.example.com/photo/olivia.jpg' }) professionalNetworkProfilePictureUrl!: string | null;
  /** The same person as a candidate, one to one. */
  @Ref('Candidate', { example: 0 }) linkedCandidateID!: number | null;
  @Ref('Contact', { example: 0 }) reportsToID!: number | null;
  @Lookup('contactStatus', { example: 1, index: true, indexed: true }) statusID!: number | null;
  @Bool({ example: false, indexed: 'column' }) optOut!: boolean;
  @LongTextOrNull({ derived: true, example: 'Construction; Engineering' }) divisions!: string | null;
  @TextOrNull(500, { derived: true, example: 'Sydney, NSW, Australia' }) location!: string | null;

  @Ref('User', { inResponse: 'nowhere', indexed: true }) ownerID!: number | null;
  @Lookup('rating', { inResponse: 'nowhere', indexed: 'column' }) ratingID!: number | null;
  @LatitudeOrNull({ inResponse: 'nowhere', indexed: 'column' }) latitude!: number | null;
  @LongitudeOrNull({ inResponse: 'nowhere', indexed: 'column' }) longitude!: number | null;

  /** The contact that this one was merged into and deleted for. */
  @IntOrNull({ derived: true, inResponse: 'nowhere' }) mergedIntoID!: number | null;
  /** Set once all that is personal has been removed. */
  @MomentOrNull({ derived: true, inResponse: 'nowhere', hidden: true }) erasedDate!: Date | null;

  @Ref('User', { derived: true, example: 1, indexed: 'column' }) createdByID!: number | null;
  @Moment({ derived: true, index: true, example: '2026-03-02T01:00:00.000Z', indexed: true }) createdDate?: Date;
  @Ref('User', { derived: true, example: 1 }) updatedByID!: number | null;
  @Moment({ derived: true, example: '2026-10-20T05:45:00.000Z', indexed: true }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}
