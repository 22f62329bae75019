import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import { Stamped } from '../fields/stamped';
import { CodeOrNull, DoubleOrNull, EmailOrNull, Id, LongTextOrNull, Lookup, Ref, TextOrNull, UrlOrNull } from '../fields/vocabulary';

/** A company that hires through the firm. */
@Entity('client')
export class Client extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME) name!: string | null;
  @TextOrNull(NAME) industry!: string | null;
  @LongTextOrNull() description!: string | null;
  @TextOrNull(100) phone!: string | null;
  @EmailOrNull() email!: string | null;
  @UrlOrNull() website!: string | null;
  @TextOrNull(100) registrationNumber!: string | null;
  @Lookup('clientStatus', { index: true }) statusID!: number | null;
  @Ref('User') ownerID!: number | null;
  @Lookup('rating') ratingID!: number | null;
  @LongTextOrNull({ derived: true }) divisions!: string | null;
}

/** A place of a client: an office, a building site, a ward. */
@Entity('site')
export class Site extends Stamped {
  @Id() id!: number;
  @Ref('Client') clientID!: number | null;
  @TextOrNull(NAME) name!: string | null;
  @TextOrNull(NAME) address1!: string | null;
  @TextOrNull(NAME) address2!: string | null;
  @TextOrNull(NAME) address3!: string | null;
  @TextOrNull(100) suburb!: string | null;
  @TextOrNull(100) state!: string | null;
  @TextOrNull(100) postcode!: string | null;
  @CodeOrNull('country') countryCode!: string | null;
  @DoubleOrNull() latitude!: number | null;
  @DoubleOrNull() longitude!: number | null;
}
