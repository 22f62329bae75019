import type { Unit } from '../database';
import { jobs, type Job } from '../jobs';
import { loadAll } from '../records';
import { PlacementType } from '../terms/numbers';
import type { Placement } from './placement.entity';

const { Permanent, Contract, Temporary, FixedTerm, LabourHire } = PlacementType;
/** By the code of the job's type. */
const TYPES: Readonly<Record<string, number>> = {
  PERM: Permanent,
  CONTRACT: Contract,
  TEMP: Temporary,
  FTC: FixedTerm,
  LABOUR: LabourHire,
};

/** Gives a new placement what it leaves open and its job says. */
export async function followJob(unit: Unit, placement: Placement): Promise<void> {
  const [job] = placement.jobID === null ? [] : await loadAll(unit.em, jobs, [placement.jobID]);
  if (!job) return;
  placement.clientID ??= job.clientID;
  placement.contactID ??= job.contact1ID;
  placement.division ??= job.division;
  placement.typeID ??= TYPES[job.type ?? ''] ?? null;
  placement.hoursPerDay ||= job.hoursPerDay;
  if (placement.typeID === Permanent) placement.feeAmount ||= job.permFeeAmount;
  followDates(placement, job);
}

/** A permanent one runs on; and the job's end is none of a placement that starts after it. */
function followDates(placement: Placement, job: Job): void {
  placement.startDate ??= job.startDate;
  if (placement.typeID === Permanent || placement.endDate || !job.endDate) return;
  if (!placement.startDate || job.endDate >= placement.startDate) placement.endDate = job.endDate;
}
