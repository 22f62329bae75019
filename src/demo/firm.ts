import { activities, FIRST_ACTIVITIES } from './activities';
import { advertsOf } from './adverts';
import { automations } from './automations';
import { candidates } from './candidates';
import { clients } from './clients';
import { contacts } from './contacts';
import { deliveries } from './deliveries';
import { documentOf, documents } from './documents';
import { contactsOf, jobAt } from './jobs';
import { made, Numbers, type Making } from './made';
import { notifications } from './notifications';
import { office } from './office';
import { lists } from './lists';
import { opportunities } from './opportunities';
import { pipelineOf } from './pipeline';
import { clientOfJob, industryOfClient } from './relations';
import { runs } from './runs';
import { searches } from './searches';
import { tags, tagsOn } from './tags';
import { isBare, type World } from './world';
import { DAY_MS } from '../time/moments';

/** A staffing firm, from its consultants to the notes of yesterday, one record after the other: nothing is kept. */
export function* firm(world: World): Making {
  const numbers = new Numbers();
  numbers.keepFree('Activity', FIRST_ACTIVITIES);
  yield* office(world);
  yield* tags();
  yield* searches(world);
  yield* clients(world);
  yield* candidates(world, numbers);
  yield* contacts(world, numbers);
  yield* opportunities(world);
  yield* documents(world, numbers);
  for (let id = 1; id <= world.sizes.jobs; id++) yield* everythingOfJob(world, numbers, id);
  yield* activities(world, numbers);
  yield* automations(world);
  yield* lists(world);
  yield* deliveries(world);
  yield* notifications(world);
  yield* runs(world);
}

function* everythingOfJob(world: World, numbers: Numbers, id: number): Making {
  const job = jobAt(world, id);
  yield made('Job', job);
  if (isBare(id)) return;
  for (const contactID of contactsOf(job)) yield made('JobContact', { jobID: id, contactID });
  const since = Math.floor(((job.createdDate?.getTime() ?? 0) - world.today.getTime()) / DAY_MS);
  yield* tagsOn('JobTag', world, numbers, { id, industry: industryOfClient(clientOfJob(world, id) ?? id), since });
  yield* advertsOf(world, numbers, job);
  yield* documentOf(job, numbers);
  yield* pipelineOf(world, numbers, job);
}
