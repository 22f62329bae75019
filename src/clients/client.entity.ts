import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import {
  Bool, CodeOrNull, DoubleOrNull, EmailOrNull, Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull, UrlOrNull,
} from '../fields/vocabulary';

/** A company that hires through the firm. */
@Entity('client')
export class Client {
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
  @Ref('User', { derived: true }) createdByID!: number | null;
  @Moment({ derived: true, index: true }) createdDate?: Date;
  @Ref('User', { derived: true }) updatedByID!: number | null;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
}

/** A place of a client: an office, a building site, a ward. */
@Entity('site')
export class Site {
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
  @Moment({ derived: true }) createdDate?: Date;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
}
