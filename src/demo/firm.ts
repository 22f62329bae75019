import { activities, FIRST_ACTIVITIES } from './activities';
import { advertsOf } from './adverts';
import { automations } from './automations';
import { candidates } from './candidates';
import { checklists } from './checklists';
import { clients } from './clients';
import { contacts } from './contacts';
import { deliveries } from './deliveries';
import { documentOf, documents } from './documents';
import { contactsOf, jobAt } from './jobs';
import { demoRecord, IdSequences, type DemoRecords } from './demo-record';
import { notifications } from './notifications';
import { office } from './office';
import { lists } from './lists';
import { opportunities } from './opportunities';
import { pipelineOf } from './pipeline';
import { clientOfJob, industryOfClient } from './relations';
import { runs } from './runs';
import { searches } from './searches';
import { tags, tagsOn } from './tags';
import { webhooks } from './webhooks';
import { isBare, type DemoContext } from './demo-context';
import { DAY_MS } from '../core/time/moments';

/** Streams all records of a staffing firm, from consultants to notes, without keeping them in memory. */
export function* firm(context: DemoContext): DemoRecords {
  const ids = new IdSequences();
  ids.reserve('Activity', FIRST_ACTIVITIES);
  yield* office(context);
  yield* checklists(context);
  yield* tags();
  yield* searches(context);
  yield* clients(context);
  yield* candidates(context, ids);
  yield* contacts(context, ids);
  yield* opportunities(context);
  yield* documents(context, ids);
  for (let id = 1; id <= context.sizes.jobs; id++) yield* jobRecords(context, ids, id);
  yield* activities(context, ids);
  yield* automations(context);
  yield* lists(context);
  yield* deliveries(context);
  yield* webhooks(context);
  yield* notifications(context);
  yield* runs(context);
}

function* jobRecords(context: DemoContext, ids: IdSequences, id: number): DemoRecords {
  const job = jobAt(context, id);
  yield demoRecord('Job', job);
  if (isBare(id)) return;
  for (const contactID of contactsOf(job)) yield demoRecord('JobContact', { jobID: id, contactID });
  const since = Math.floor(((job.createdDate?.getTime() ?? 0) - context.today.getTime()) / DAY_MS);
  yield* tagsOn('JobTag', context, ids, { id, industry: industryOfClient(clientOfJob(context, id) ?? id), since });
  yield* advertsOf(context, ids, job);
  yield* documentOf(job, ids);
  yield* pipelineOf(context, ids, job);
}
