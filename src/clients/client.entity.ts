import { Entity } from 'typeorm';
import { NAME } from '../core/sql/columns';
import { IndexedStamped, Stamped } from '../core/fields/stamped';
import {
  CodeOrNull,
  EmailOrNull,
  Id,
  IntOrNull,
  LatitudeOrNull,
  LongitudeOrNull,
  LongTextOrNull,
  Lookup,
  Ref,
  TextOrNull,
  UrlOrNull,
} from '../core/fields/decorators';
import { ExternalID, ExternalKey } from '../core/fields/external-id';

/** A company that hires through the firm. */
@Entity('client')
export class Client extends IndexedStamped {
  @Id() id!: number;
  @ExternalID('erp-310') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @TextOrNull(NAME, { required: true, example: 'Harbour Construction Group', indexed: true, amongWords: true }) name!: string | null;
  @TextOrNull(NAME, { example: 'Construction', indexed: true }) industry!: string | null;
  @LongTextOrNull({ example: 'Terms: 14 days.' }) description!: string | null;
  @TextOrNull(100, { example: '(02) 9555 0100' }) phone!: string | null;
  @EmailOrNull({ example: 'office@harbour.example.com', indexed: true }) email!: string | null;
  @UrlOrNull({ example: 'https://www.harbour.example.com' }) website!: string | null;
  @TextOrNull(100, { example: '51824753556', description: 'The official business registration number.', amongWords: true })
  registrationNumber!: string | null;
  @Lookup('clientStatus', { example: 1, index: true, indexed: true }) statusID!: number | null;
  @Ref('User', { example: 1, indexed: true }) ownerID!: number | null;
  @Lookup('rating', { example: 1, indexed: 'column' }) ratingID!: number | null;
  @LatitudeOrNull({ inResponse: 'nowhere' }) latitude!: number | null;
  @LongitudeOrNull({ inResponse: 'nowhere' }) longitude!: number | null;
  @LongTextOrNull({ derived: true, example: 'Construction; Engineering' }) divisions!: string | null;
  /** The client that this one was merged into and deleted for. */
  @IntOrNull({ derived: true, inResponse: 'nowhere' }) mergedIntoID!: number | null;
}

/** A location of a client: an office, a building site, a ward. */
@Entity('site')
export class Site extends Stamped {
  @Id() id!: number;
  @Ref('Client', { required: true, example: 1, indexed: true }) clientID!: number | null;
  @TextOrNull(NAME, { example: 'Head office' }) name!: string | null;
  @TextOrNull(NAME, { example: '200 George Street' }) address1!: string | null;
  @TextOrNull(NAME, { example: 'Level 12' }) address2!: string | null;
  @TextOrNull(NAME, { example: 'Reception on the ground floor' }) address3!: string | null;
  @TextOrNull(100, { example: 'Sydney', indexed: 'column' }) suburb!: string | null;
  @TextOrNull(100, { example: 'NSW', indexed: 'column' }) state!: string | null;
  @TextOrNull(100, { example: '2000' }) postcode!: string | null;
  @CodeOrNull('country', { example: 'AU' }) countryCode!: string | null;
  @LatitudeOrNull({ example: -33.8688, indexed: 'column' }) latitude!: number | null;
  @LongitudeOrNull({ example: 151.2093, indexed: 'column' }) longitude!: number | null;
}
