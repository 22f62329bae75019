export { isTagged, putTag, takeTag, type Tagged, type TagToPut } from './put-on';
export { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
