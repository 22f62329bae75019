import { ApiProperty } from '@nestjs/swagger';
import { Statistics, STATISTICS_COUNTS, STATISTICS_DATES, activityMoment } from '../activities';
import { NewOf, ResponseOf, UpdateOf } from '../core/fields/shapes';
import {
  BoolFigure,
  BoolFigureOrNull,
  ComposedOrNull,
  DoubleFigure,
  IntFigure,
  MomentFigure,
  NameOf,
  IntAlias,
  MomentAlias,
} from '../core/fields/decorators';
import { entryOn } from '../core/lookups';
import { daysBetween, JOIN_NEXT, meanInCents } from '../core/sql/dialect';
import { Pipeline } from '../core/terms/numbers';
import { hasTags } from '../tags';
import { Job } from './job.entity';
import { JobAdvert } from './job-parts.entity';

const applications = (pipeline: number): string =>
  `(SELECT COUNT(*) FROM {Application} ap ${JOIN_NEXT} ${entryOn('applicationStage', 's', 'ap.stageID')} WHERE ap.jobID = r.id AND ap.deleted = 0 AND s.parentID = ${pipeline})`;
const itsPlacements = 'FROM {Placement} pl WHERE pl.jobID = r.id';
const firstApproval = `(SELECT MIN(pl.approvedDate) ${itsPlacements} AND {Placement.approved pl})`;
const fillStart = '(SELECT COALESCE(j.timeToFillStartDate, j.createdDate) FROM job j WHERE j.id = r.id)';

/** A job in a response: its own fields, the names of referenced records, and figures computed from other records. */
@Statistics({ party: 'Job', applications: 'WHERE ap.jobID = r.id', placements: 'WHERE pl.jobID = r.id' })
export class JobDto extends ResponseOf(Job) {
  @IntAlias('id', { example: 1 }) jobID!: number;
  @MomentAlias('createdDate', { example: '2026-10-05T23:30:00.000Z' }) createDate?: Date;
  @IntAlias('rateUnits', { example: 1 }) rateUnitsName!: number;
  @IntAlias('chargeRateUnits', { example: 1 }) chargeRateUnitsName!: number;
  @IntAlias('onCostsUnits', { example: 1 }) onCostsUnitsName!: number;
  @IntAlias('salaryUnits', { example: 5 }) salaryUnitsName!: number;

  @NameOf('stageID', { example: 'Sourcing' }) stageName!: string | null;
  @NameOf('stageID', { parent: 'jobStatus', example: 'Open' }) statusName!: string | null;
  @NameOf('rating', { example: 'A' }) ratingName!: string | null;
  @NameOf('type', { example: 'Contract' }) typeName!: string | null;
  @NameOf('siteID', { example: 'Head office' }) siteName!: string | null;
  @NameOf('countryCode', { derived: false, example: 'Australia' }) countryName!: string | null;
  @NameOf('currencyID', { example: 'Australian dollar' }) currencyName!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('updatedByID', { example: 'Amelia Hart' }) updatedByName!: string | null;
  @NameOf('consultantID1', { example: 'Amelia Hart' }) consultantName1!: string | null;
  @NameOf('consultantID2', { example: 'Noah Sinclair' }) consultantName2!: string | null;
  @NameOf('consultantID3', { example: null }) consultantName3!: string | null;
  @NameOf('consultantID4', { example: null }) consultantName4!: string | null;
  @NameOf('consultantID5', { example: null }) consultantName5!: string | null;
  @NameOf('outcome', { example: 'Filled by us' }) outcomeName!: string | null;
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('contact1ID', { example: 'Olivia Bennett' }) contact1Name!: string | null;
  @NameOf('contact2ID', { example: 'Liam Murphy' }) contact2Name!: string | null;
  @NameOf('contact3ID', { example: null }) contact3Name!: string | null;
  @NameOf('contact4ID', { example: null }) contact4Name!: string | null;
  @NameOf('durationPeriod', { example: 'Months' }) durationPeriodName!: string | null;
  @NameOf('feeType', { example: 'Percentage of salary' }) feeTypeName!: string | null;
  @NameOf('division', { example: 'Construction' }) divisionName!: string | null;
  @NameOf('workTypeID', { example: 'Full-time' }) workType!: string | null;
  @NameOf('complianceChecklistID', { example: 'Construction' }) complianceChecklistName!: string | null;
  @NameOf('billingGroupID', { example: 'Weekly' }) billingGroupName!: string | null;

  @IntFigure(applications(Pipeline.Green), { example: 1, description: 'Applications that led to a placement.' }) green!: number;
  @IntFigure(applications(Pipeline.Yellow), { example: 2, description: 'Applications submitted, in interviews or with an offer.' })
  yellow!: number;
  @IntFigure(applications(Pipeline.Blue), { example: 3, description: 'Applications in screening or shortlisted.' }) blue!: number;
  @IntFigure(applications(Pipeline.Red), { example: 1, description: 'Applications rejected or withdrawn.' }) red!: number;
  @IntFigure(applications(Pipeline.ToDo), { example: 4, description: 'Applications not yet reviewed.' }) toDo!: number;
  @IntFigure('(SELECT COUNT(*) FROM {Application} ap WHERE ap.jobID = r.id AND ap.deleted = 0)', {
    example: 11,
    indexed: true,
    description: 'All applications.',
  })
  total!: number;
  @IntFigure(`(SELECT COUNT(*) ${itsPlacements} AND {Placement.approved pl})`, { example: 1 }) candidatesFilled!: number;
  @IntFigure(`(SELECT COUNT(*) ${itsPlacements} AND {Placement.live pl})`, { example: 1, indexed: true }) placements!: number;
  @DoubleFigure(`(SELECT ${meanInCents('pl.dailyMargin')} ${itsPlacements} AND {Placement.runningToday pl})`, {
    live: true,
    zeroUnless: 'placements',
    example: 152,
    scope: 'pay',
  })
  averageDailyMargin!: number;
  @IntFigure(
    '(SELECT COUNT(*) FROM job_advert ad WHERE ad.jobID = r.id AND ad.deleted = 0 AND ad.statusID = 2 AND ad.postedDate <= :now AND (ad.expiryDate IS NULL OR ad.expiryDate > :now))',
    { live: true, example: 2 },
  )
  liveAdverts!: number;
  @BoolFigure(hasTags('Job'), { example: true }) tags!: boolean;
  @BoolFigure('(CASE WHEN r.parentJobID IS NULL THEN 0 ELSE 1 END)', { live: true, example: false }) isReleasedJob!: boolean;
  @IntFigure('(SELECT COALESCE(MAX(rj.id), 0) FROM job rj WHERE rj.parentJobID = r.id AND rj.deleted = 0)', { live: true, example: 0 })
  currentReleasedJobId!: number;
  @BoolFigureOrNull('(CASE WHEN r.jobDescriptionType = 2 THEN 1 ELSE 0 END)', { live: true, example: false }) isJobDescriptionUploaded!:
    boolean | null;
  @MomentFigure(activityMoment('MAX', 'Job', 'COALESCE(a.activityDate, a.dateCreated) <= :now'), {
    live: true,
    example: '2026-11-18T02:00:00.000Z',
  })
  lastActivityDate?: Date;

  @IntFigure(`(CASE WHEN r.createdDate IS NULL THEN 0 ELSE ${daysBetween('r.createdDate', 'COALESCE(r.closeDate, :now)')} END)`, {
    live: true,
    inResponse: { list: 'statisticsCounts', type: 'daysOpen' },
  })
  daysOpen!: number;
  @IntFigure(`(CASE WHEN ${firstApproval} IS NULL THEN 0 ELSE ${daysBetween(fillStart, firstApproval)} END)`, {
    inResponse: { list: 'statisticsCounts', type: 'timeToFillDays' },
  })
  timeToFillDays!: number;
  @ComposedOrNull(STATISTICS_COUNTS, { derived: true }) statisticsCounts!: { type: string; value: number }[] | null;
  @ComposedOrNull(STATISTICS_DATES, { derived: true }) statisticsDates!: { type: string; value: string }[] | null;
}

/** A job in a request: absent = unchanged, null = cleared. */
export class JobUpdateDto extends UpdateOf(JobDto) {}

/** What is different in a release of a job. */
export class JobReleaseDto extends JobUpdateDto {
  @ApiProperty({ type: 'integer', required: false, nullable: true }) override stageID?: number | null;
}

/** A new job. */
export class JobNewDto extends NewOf(JobDto, ['title']) {}

/** An advert with the names of its job and status. */
export class JobAdvertDto extends ResponseOf(JobAdvert) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('statusID', { example: 'Posted' }) statusName!: string | null;
}

export class JobAdvertCreateDto extends NewOf(JobAdvertDto, ['jobID']) {}
export class JobAdvertUpdateDto extends UpdateOf(JobAdvertDto) {}
