import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../core/sql/columns';
import { SavedSearch } from '../core/fields/saved-search';
import { Stamped } from '../core/fields/stamped';
import { Bool, Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull, UrlOrNull } from '../core/fields/decorators';

/** The contacts of a job: one row per contact, whichever of the job's four contact fields holds it. */
@Entity('job_contact')
export class JobContact {
  @PrimaryColumn(columns.int()) @ForeignKey('Contact') contactID!: number;
  @PrimaryColumn(columns.int()) @ForeignKey('Job') @Index() jobID!: number;
}

/** A job on a job board. The first two indexes find those that expire or become live. */
@Entity('job_advert')
@Index(['statusID', 'expiryDate'])
@Index(['statusID', 'isLive', 'postedDate'])
@Index(['jobID', 'statusID'])
export class JobAdvert extends Stamped {
  @Id() id!: number;
  @Ref('Job', { required: true, example: 1, description: 'The advertised job.' }) jobID!: number | null;
  @TextOrNull(NAME, { example: 'Senior Site Engineer', description: "The job's by default when the advert is created." }) title!:
    string | null;
  @TextOrNull(NAME, { example: 'Jobs Down Under' }) board!: string | null;
  @UrlOrNull({ example: 'https://boards.example.com/1' }) url!: string | null;
  @LongTextOrNull({
    example: 'Lead the site team of a hospital extension.',
    description: "The job's by default when the advert is created.",
  })
  description!: string | null;
  @Lookup('advertStatus', {
    required: true,
    example: 2,
    description: '1 draft, 2 posted, 3 expired, 4 withdrawn, 5 failed. A posted advert expires automatically.',
  })
  statusID!: number | null;
  @Moment({
    example: '2026-11-02T00:00:00.000Z',
    description: 'Set to the current time on posting by default. One in the future: the advert is live from then on.',
  })
  postedDate?: Date;
  @Moment({
    example: '2030-12-31T00:00:00.000Z',
    description: 'By default the number of days in the setting advertDays (30 if unset) after posting.',
  })
  expiryDate?: Date;
  /** Posted, and the time of that has come: its job has heard of it. */
  @Bool({ derived: true, inResponse: 'nowhere', hidden: true }) isLive!: boolean;
}

/** A saved job search. */
@Entity('job_search')
export class JobSearch extends SavedSearch {}
