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

/** A job on a job board. Those whose time is over are looked for by the index. */
@Entity('job_advert')
@Index(['statusID', 'expiryDate'])
export class JobAdvert extends Stamped {
  @Id() id!: number;
  @Ref('Job', { example: 1, description: 'The job that is advertised.' }) jobID!: number | null;
  @TextOrNull(NAME, { example: 'Senior Site Engineer', description: "Of a new advert the job's, unless it is given." }) title!:
    string | null;
  @TextOrNull(NAME, { example: 'Jobs Down Under' }) board!: string | null;
  @UrlOrNull({ example: 'https://boards.example.com/1' }) url!: string | null;
  @LongTextOrNull({ example: 'Lead the site team of a hospital extension.', description: "Of a new advert the job's, unless it is given." })
  description!: string | null;
  @Lookup('advertStatus', {
    example: 2,
    description: '1 draft, 2 posted, 3 expired, 4 withdrawn, 5 failed. A posted one expires by itself.',
  })
  statusID!: number | null;
  @Moment({ example: '2026-11-02T00:00:00.000Z', description: 'Now when it is posted, unless it is given.' }) postedDate?: Date;
  @Moment({
    example: '2030-12-31T00:00:00.000Z',
    description: 'Unless it is given, as many days after it is posted as the setting advertDays says, else 30.',
  })
  expiryDate?: Date;
}

/** A saved job search. */
@Entity('job_search')
export class JobSearch extends SavedSearch {}
