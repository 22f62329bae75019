import { recordType } from '../core/fields/record-type';
import { CandidateTag, CandidateTagDto, ContactTag, ContactTagDto, JobTag, JobTagDto, Tag, TagDto } from './tag.entity';
import { tagKey } from './tag-key';

export const tags = recordType({
  name: 'Tag',
  table: 'tag',
  entity: Tag,
  shape: TagDto,
  display: 'tag',
  foldedColumns: [
    { name: 'Tag', table: 'tag', column: 'folded', id: ['id'], derivedFrom: ['tag'], derive: ([tag]) => tagKey(tag as string) },
  ],
});

export const jobTags = recordType({ name: 'JobTag', table: 'job_tag', entity: JobTag, shape: JobTagDto, display: 'tagName' });
export const contactTags = recordType({
  name: 'ContactTag',
  table: 'contact_tag',
  entity: ContactTag,
  shape: ContactTagDto,
  display: 'tagName',
});
export const candidateTags = recordType({
  name: 'CandidateTag',
  table: 'candidate_tag',
  entity: CandidateTag,
  shape: CandidateTagDto,
  display: 'tagName',
});

/** The tags on records, by the type of the record. */
export const tagLinks = { Candidate: candidateTags, Contact: contactTags, Job: jobTags } as const;
