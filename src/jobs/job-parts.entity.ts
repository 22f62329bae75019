import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../database/columns';
import { Bool, Id, LongText, LongTextOrNull, Lookup, Moment, Ref, TextOrNull, UrlOrNull } from '../fields/vocabulary';

/** The contacts of a job: one row per contact, whichever of the job's four places it has. */
@Entity('job_contact')
export class JobContact {
  @PrimaryColumn(columns.int()) @ForeignKey('Contact') contactID!: number;
  @PrimaryColumn(columns.int()) @ForeignKey('Job') @Index() jobID!: number;
}

/** A job on a job board. */
@Entity('job_advert')
export class JobAdvert {
  @Id() id!: number;
  @Ref('Job') jobID!: number | null;
  @TextOrNull(NAME) title!: string | null;
  @TextOrNull(NAME) board!: string | null;
  @UrlOrNull() url!: string | null;
  @LongTextOrNull() description!: string | null;
  @Lookup('advertStatus') statusID!: number | null;
  @Moment() postedDate?: Date;
  @Moment() expiryDate?: Date;
  @Ref('User', { derived: true }) createdByID!: number | null;
  @Moment({ derived: true }) createdDate?: Date;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
}

/** A saved job search: the criteria of Job Search, kept as the JSON they were saved as. */
@Entity('job_search')
export class JobSearch {
  @Id() id!: number;
  @TextOrNull(NAME) name!: string | null;
  @LongText({ answered: 'nowhere', hidden: true }) criteria!: string;
  @Ref('User', { derived: true }) createdByID!: number | null;
  @Moment({ derived: true }) createdDate?: Date;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
}
