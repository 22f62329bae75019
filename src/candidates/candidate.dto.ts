import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { activityMoment, resumeTextOf, Statistics, STATISTICS_COUNTS, STATISTICS_DATES } from '../activities';
import { NAME } from '../core/sql/columns';
import type { FirstRelated } from '../core/fields/field';
import { ResponseOf, UpdateOf } from '../core/fields/shapes';
import { BoolFigure, Composed, IntOfFirst, MomentFigure, NameTextOf, TextFigure } from '../core/fields/decorators';
import { QueryConfirmation } from '../core/records';
import { hasTags } from '../tags';
import { Candidate, EmploymentHistory } from './candidate.entity';

/** The latest started if there are several. */
const RUNNING_PLACEMENT: FirstRelated = {
  table: '{Placement}',
  as: 'pl',
  joins: 'JOIN {Job} pj ON pj.id = pl.jobID',
  where: 'pl.candidateID = r.id AND {Placement.runningToday pl}',
  orderBy: 'pl.startDate DESC, pl.id DESC',
  zeroUnless: 'placementsCount',
};

/** A candidate without its employment histories, which request and response add in their own forms. */
@Statistics({ party: 'Candidate', applications: 'WHERE ap.candidateID = r.id', placements: 'WHERE pl.candidateID = r.id' })
export class CandidateFields extends ResponseOf(Candidate) {
  @NameTextOf('countryCode', { derived: false, example: 'Australia' }) countryName!: string;
  @NameTextOf('preferredRateUnitsId', { example: 'Hour' }) preferredRateUnits!: string;
  @NameTextOf('preferredSalaryUnitsId', { example: 'Year' }) preferredSalaryUnits!: string;
  @NameTextOf('jobSeekingStatusID', { example: 'Actively looking' }) jobSeekingStatusName!: string;
  @NameTextOf('preferredJobTypeID', { example: 'Contract' }) preferredJobTypeName!: string;
  @NameTextOf('candidateClientID', { example: 'Harbour Construction Group' }) candidateClientName!: string;
  @IntOfFirst(RUNNING_PLACEMENT, 'pl.typeID', { example: 2 }) candidatePlacementTypeID!: number;
  @IntOfFirst(RUNNING_PLACEMENT, 'pj.clientID', { to: 'Client', example: 1 }) candidatePlacementClientID!: number;
  @NameTextOf('candidatePlacementClientID', { example: 'Harbour Construction Group' }) candidatePlacementClientName!: string;
  @NameTextOf('redFlaggedByID', { example: '' }) redFlaggedByUserName!: string;
  @BoolFigure(hasTags('Candidate'), { example: true })
  tags!: boolean;
  @MomentFigure('(SELECT MAX(ap.createdDate) FROM {Application} ap WHERE ap.candidateID = r.id AND ap.deleted = 0)', {
    example: '2026-11-05T01:00:00.000Z',
    indexed: true,
  })
  lastApplicationDate?: Date;
  @MomentFigure(activityMoment('MAX', 'Candidate', 'a.statusID = 2'), { inResponse: 'nowhere', indexed: true }) lastActivityDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Candidate', 'a.statusID = 1'), { inResponse: 'nowhere', indexed: true }) nextActivityDate?: Date;
  @TextFigure(resumeTextOf('r.id'), { inResponse: 'nowhere', description: 'The text of the newest resume.' }) resumeText!: string | null;
  @Composed(STATISTICS_COUNTS, { derived: true }) statisticsCounts!: { type: string; value: number }[] | null;
  @Composed(STATISTICS_DATES, { derived: true }) statisticsDates!: { type: string; value: string }[] | null;
}

/** One past job of a candidate in a response. */
export class EmploymentHistoryDto extends ResponseOf(EmploymentHistory) {}

/** One past job of a candidate in a request. Every field is optional. */
export class EmploymentHistoryUpdateDto extends UpdateOf(EmploymentHistory) {}

/** The most employment histories of one candidate. */
export const MAX_HISTORIES = 100;
const HISTORIES = {
  type: () => [EmploymentHistoryDto],
  maxItems: MAX_HISTORIES,
  description: 'Previous jobs, in the order given.',
};

/** A candidate in a response. */
export class CandidateDto extends CandidateFields {
  @ApiProperty(HISTORIES) employmentHistories!: EmploymentHistoryDto[];
}

/** A change of a candidate: absent = unchanged, null = cleared, a list replaces the list. */
export class CandidateUpdateDto extends UpdateOf(CandidateFields) {
  @ApiProperty({ ...HISTORIES, type: () => [EmploymentHistoryUpdateDto], required: false, nullable: true })
  @IsOptional()
  @IsArray({ message: 'must be an array' })
  @ArrayMaxSize(MAX_HISTORIES, { message: `must have at most ${MAX_HISTORIES} items` })
  @ValidateNested({ each: true })
  @Type(() => EmploymentHistoryUpdateDto)
  employmentHistories?: EmploymentHistoryUpdateDto[] | null;
}

/** A new candidate. The example has no address and no date of birth, so that it can be sent repeatedly without conflict. */
export class CandidateNewDto extends CandidateUpdateDto {
  @ApiProperty({ type: String, maxLength: NAME, required: false, nullable: true, example: '' }) override email1?: string | null;
  @ApiProperty({ type: String, maxLength: NAME, required: false, nullable: true, example: '' }) override email2?: string | null;
  @ApiProperty({ type: String, format: 'date-time', maxLength: 40, required: false, nullable: true, example: null })
  override dateOfBirth?: string | null;
}

export class CandidateConfirmations {
  @QueryConfirmation('Save even if another live candidate has one of the e-mail addresses, or the name and date of birth.')
  readonly allowDuplicate!: boolean;
}
