import { foldedColumn } from '../fields/folded-column';
import { recordType } from '../fields/record-type';
import { CandidateTag, CandidateTagDto, ContactTag, ContactTagDto, JobTag, JobTagDto, Tag, TagDto } from './tag.entity';
import { tagKey } from './tag-key';

foldedColumn({ name: 'Tag', table: 'tag', column: 'folded', id: ['id'], from: ['tag'], follows: ([tag]) => tagKey(tag as string) });
recordType({ name: 'Tag', table: 'tag', entity: Tag, shape: TagDto, display: 'tag' });
recordType({ name: 'JobTag', table: 'job_tag', entity: JobTag, shape: JobTagDto, display: 'tagName' });
recordType({ name: 'ContactTag', table: 'contact_tag', entity: ContactTag, shape: ContactTagDto, display: 'tagName' });
recordType({ name: 'CandidateTag', table: 'candidate_tag', entity: CandidateTag, shape: CandidateTagDto, display: 'tagName' });
