import { Entity, Index } from 'typeorm';
import { NAME } from '../core/sql/columns';
import { ResponseOf } from '../core/fields/shapes';
import { Id, Lookup, Moment, NameOf, Ref, Text, TextOrNull } from '../core/fields/decorators';

/** A word that people file records under; unique by its folded text and type. */
@Entity('tag')
@Index(['folded', 'typeID'], { unique: true })
export class Tag {
  @Id() id!: number;
  @Text(NAME) tag!: string;
  /** Unlike the text beside the table, under a unique key. */
  @TextOrNull(NAME, { inResponse: 'nowhere', hidden: true, derived: true }) folded!: string | null;
  @Lookup('tagType') typeID!: number | null;
}

/** A tag on a record: who put it on, when and how. */
abstract class TagLink {
  @Id() id!: number;
  @Ref('Tag') tagID!: number | null;
  @Lookup('tagSource') sourceID!: number | null;
  @Ref('User') createdByID!: number | null;
  @Moment() createdDate?: Date;
}

@Entity('job_tag')
@Index(['recordID', 'tagID'], { unique: true })
@Index(['tagID', 'recordID', 'createdDate'])
export class JobTag extends TagLink {
  @Ref('Job', { hidden: true }) recordID!: number | null;
}

@Entity('contact_tag')
@Index(['recordID', 'tagID'], { unique: true })
@Index(['tagID', 'recordID', 'createdDate'])
export class ContactTag extends TagLink {
  @Ref('Contact', { hidden: true }) recordID!: number | null;
}

@Entity('candidate_tag')
@Index(['recordID', 'tagID'], { unique: true })
@Index(['tagID', 'recordID', 'createdDate'])
export class CandidateTag extends TagLink {
  @Ref('Candidate', { hidden: true }) recordID!: number | null;
}

export class JobTagDto extends ResponseOf(JobTag) {
  @NameOf('tagID') tagName!: string | null;
  @NameOf('sourceID') source!: string | null;
}
export class ContactTagDto extends ResponseOf(ContactTag) {
  @NameOf('tagID') tagName!: string | null;
  @NameOf('sourceID') source!: string | null;
}
export class CandidateTagDto extends ResponseOf(CandidateTag) {
  @NameOf('tagID') tagName!: string | null;
  @NameOf('sourceID') source!: string | null;
}
export class TagDto extends ResponseOf(Tag) {
  @NameOf('typeID') typeName!: string | null;
}
