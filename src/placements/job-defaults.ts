import type { Transaction } from '../core/database';
import { jobs, type Job } from '../jobs';
import { loadAll } from '../core/records';
import { PlacementType } from '../core/terms/numbers';
import { applyJobTerms, type IsGiven } from './job-terms';
import type { Placement } from './placement.entity';

const { Permanent, Contract, Temporary, FixedTerm, LabourHire } = PlacementType;
/** Placement types by the code of the job's type. */
const TYPE_OF_CODE: Readonly<Record<string, number>> = {
  PERM: Permanent,
  CONTRACT: Contract,
  TEMP: Temporary,
  FTC: FixedTerm,
  LABOUR: LabourHire,
};

/** Fills what a new placement leaves open from its job. */
export async function applyJobDefaults(transaction: Transaction, placement: Placement, isGiven: IsGiven): Promise<void> {
  const [job] = placement.jobID === null ? [] : await loadAll(transaction.em, jobs, [placement.jobID]);
  if (!job) return;
  placement.clientID ??= job.clientID;
  placement.contactID ??= job.contact1ID;
  placement.purchaseOrder ??= job.clientReference;
  placement.division ??= job.division;
  placement.typeID ??= TYPE_OF_CODE[job.type ?? ''] ?? null;
  if (!isGiven('hoursPerDay')) placement.hoursPerDay = job.hoursPerDay;
  applyJobTerms(placement, job, isGiven);
  applyJobDates(placement, job);
}

/** Skips the job's end date for a permanent placement, or one that starts after it. */
function applyJobDates(placement: Placement, job: Job): void {
  placement.startDate ??= job.startDate;
  if (placement.typeID === Permanent || placement.endDate || !job.endDate) return;
  if (!placement.startDate || job.endDate >= placement.startDate) placement.endDate = job.endDate;
}
