import { Document, documentMirror } from '../activities';
import type { Job } from '../jobs';
import { JobDescriptionType } from '../core/terms/numbers';
import { activityWithLinks } from './activity-with-links';
import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import { resumeFile, WITH_FILES } from './resume-files';
import { resumeDay } from './resumes';
import { isBare, type DemoContext } from './demo-context';

const [RESUME, LICENCE, CONTRACT, OTHER] = [1, 2, 4, 5] as const;

/** A document, without what follows from it. */
export type Filed = Partial<Document> & { name: string; createdDate: Date };

/** Resumes, licences and terms of business, each with its activity. */
export function* documents(context: DemoContext, ids: IdSequences): DemoRecords {
  const { candidates, clients, contacts } = context.sizes;
  for (let candidateID = 1; candidateID <= candidates; candidateID++)
    for (const filed of ofCandidate(context, candidateID)) {
      yield* document(ids, filed);
      if (isText(filed)) yield* resumeFile(context, candidateID, ids.countOf('Document'));
    }
  for (let clientID = 1; clientID <= clients; clientID += 5)
    yield* document(ids, {
      clientID,
      name: 'Terms of business.pdf',
      typeID: CONTRACT,
      createdDate: context.day(-300),
    });
  for (let contactID = 1; contactID <= contacts; contactID += 30)
    yield* document(ids, {
      contactID,
      name: 'Business card.jpg',
      typeID: OTHER,
      createdDate: context.day(-90),
    });
}

/** The document uploaded with a job, if any. */
export function* documentOf({ id, jobDescriptionType, createdDate }: Job, ids: IdSequences): DemoRecords {
  if (jobDescriptionType !== JobDescriptionType.UploadedFile || !createdDate) return;
  yield* document(ids, { jobID: id, name: 'Position description.docx', typeID: OTHER, createdDate });
}

function ofCandidate(context: DemoContext, candidateID: number): Filed[] {
  if (isBare(candidateID)) return [];
  const random = context.random('document', candidateID);
  const day = resumeDay(context, candidateID);
  const resume = day === undefined ? [] : [resumeOf(context, candidateID, day)];
  const expires = random.int(-20, 400);
  if (!random.chance(0.15)) return resume;
  const licence = {
    candidateID,
    name: 'Licence (100 points).jpg',
    typeID: LICENCE,
    createdDate: context.day(-100),
    expiryDate: context.day(expires),
  };
  return [...resume, licence];
}

const resumeOf = (context: DemoContext, candidateID: number, day: number): Filed => ({
  candidateID,
  name: WITH_FILES.includes(candidateID) ? 'Resume.txt' : 'Resume.pdf',
  typeID: RESUME,
  createdDate: context.day(day),
});

const isText = ({ name }: Filed): boolean => name.endsWith('.txt');

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', jpg: 'image/jpeg', txt: 'text/plain' };

/** A document with its activity. */
export function* document(ids: IdSequences, own: Filed): DemoRecords {
  const { candidateID = null, contactID = null, clientID = null, jobID = null, createdDate } = own;
  const contentType = TYPES[own.name.slice(-3)] ?? 'application/octet-stream';
  const id = ids.next('Document');
  const filed = Object.assign(new Document(), {
    ...own,
    id,
    candidateID,
    contactID,
    clientID,
    jobID,
    contentType,
    url: `https://files.example.com/${id}`,
    createdByID: 1,
    updatedByID: 1,
    updatedDate: createdDate,
    deleted: false,
  });
  yield demoRecord('Document', filed);
  yield* activityWithLinks({
    id: ids.next('Activity'),
    createdByID: 1,
    lastUpdatedByID: 1,
    dateCreated: createdDate,
    lastUpdatedDate: createdDate,
    duration: 0,
    ...documentMirror(filed),
  });
}
