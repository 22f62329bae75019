import type { Document } from '../activities';
import type { Job } from '../jobs';
import { ActivityCategory, ActivityStatus, JobDescriptionType } from '../terms/numbers';
import { filedActivity } from './filed-activity';
import { made, type Making, type Numbers } from './made';
import { resumeDay } from './resumes';
import { isBare, type World } from './world';

const [RESUME, LICENCE, CONTRACT, OTHER] = [1, 2, 4, 5] as const;

type Filed = Partial<Document> & { name: string; createdDate: Date };

/** Resumes, licences and terms of business, each with its activity. */
export function* documents(world: World, numbers: Numbers): Making {
  const { candidates, clients, contacts } = world.sizes;
  for (let candidateID = 1; candidateID <= candidates; candidateID++)
    for (const filed of ofCandidate(world, candidateID)) yield* document(numbers, filed);
  for (let clientID = 1; clientID <= clients; clientID += 5)
    yield* document(numbers, {
      clientID,
      name: 'Terms of business.pdf',
      typeID: CONTRACT,
      createdDate: world.day(-300),
    });
  for (let contactID = 1; contactID <= contacts; contactID += 30)
    yield* document(numbers, {
      contactID,
      name: 'Business card.jpg',
      typeID: OTHER,
      createdDate: world.day(-90),
    });
}

/** What was uploaded with a job. */
export function* documentOf({ id, jobDescriptionType, createdDate }: Job, numbers: Numbers): Making {
  if (jobDescriptionType !== JobDescriptionType.UploadedFile || !createdDate) return;
  yield* document(numbers, { jobID: id, name: 'Position description.docx', typeID: OTHER, createdDate });
}

function ofCandidate(world: World, candidateID: number): Filed[] {
  if (isBare(candidateID)) return [];
  const random = world.random('document', candidateID);
  const day = resumeDay(world, candidateID);
  const resume = day === undefined ? [] : [{ candidateID, name: 'Resume.pdf', typeID: RESUME, createdDate: world.day(day) }];
  const expires = random.int(-20, 400);
  if (!random.chance(0.15)) return resume;
  const licence = {
    candidateID,
    name: 'Licence (100 points).jpg',
    typeID: LICENCE,
    createdDate: world.day(-100),
    expiryDate: world.day(expires),
  };
  return [...resume, licence];
}

function* document(numbers: Numbers, own: Filed): Making {
  const id = numbers.next('Document');
  const { candidateID = null, contactID = null, clientID = null, jobID = null, createdDate } = own;
  const contentType = own.name.endsWith('.pdf') ? 'application/pdf' : own.name.endsWith('.jpg') ? 'image/jpeg' : 'application/octet-stream';
  yield made('Document', {
    ...own,
    id,
    contentType,
    url: `https://files.example.com/${id}`,
    createdByID: 1,
    updatedByID: 1,
    updatedDate: createdDate,
    deleted: false,
  });
  yield* filedActivity({
    id: numbers.next('Activity'),
    typeID: ActivityCategory.Document,
    category: ActivityCategory.Document,
    statusID: ActivityStatus.Completed,
    entityId: id,
    documentID: id,
    notes: own.name,
    activityDate: createdDate,
    candidateID,
    contactID,
    clientID,
    jobID,
    assignedToID: 1,
    createdByID: 1,
    lastUpdatedByID: 1,
    dateCreated: createdDate,
    lastUpdatedDate: createdDate,
    duration: 0,
    deleted: false,
  });
}
