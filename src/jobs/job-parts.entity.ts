import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../database/columns';
import { SavedSearch } from '../fields/saved-search';
import { Stamped } from '../fields/stamped';
import { Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull, UrlOrNull } from '../fields/vocabulary';

/** The contacts of a job: one row per contact, whichever of the job's four places it has. */
@Entity('job_contact')
export class JobContact {
  @PrimaryColumn(columns.int()) @ForeignKey('Contact') contactID!: number;
  @PrimaryColumn(columns.int()) @ForeignKey('Job') @Index() jobID!: number;
}

/** A job on a job board. */
@Entity('job_advert')
export class JobAdvert extends Stamped {
  @Id() id!: number;
  @Ref('Job') jobID!: number | null;
  @TextOrNull(NAME) title!: string | null;
  @TextOrNull(NAME) board!: string | null;
  @UrlOrNull() url!: string | null;
  @LongTextOrNull() description!: string | null;
  @Lookup('advertStatus') statusID!: number | null;
  @Moment() postedDate?: Date;
  @Moment() expiryDate?: Date;
}

/** A saved job search. */
@Entity('job_search')
export class JobSearch extends SavedSearch {}
