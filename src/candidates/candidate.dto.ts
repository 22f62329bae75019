import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { activityMoment, Statistics, STATISTICS_COUNTS, STATISTICS_DATES } from '../activities';
import { NAME } from '../database/columns';
import { ResponseOf, UpdateOf } from '../fields/shapes';
import { BoolFigure, Composed, IntFigure, MomentFigure, NameTextOf } from '../fields/vocabulary';
import { QueryBoolean } from '../http';
import { RUNNING } from '../terms/running';
import { Candidate, EmploymentHistory } from './candidate.entity';

/** A value of the candidate's running placement, the latest started if there are several. */
const ofRunningPlacement = (value: string, join = ''): string =>
  `COALESCE((SELECT ${value} FROM placement pl ${join} WHERE pl.candidateID = r.id AND ${RUNNING} ORDER BY pl.startDate DESC, pl.id DESC LIMIT 1), 0)`;

/** A candidate as it is answered, but for the employment histories, which the request and the answer add in their own forms. */
@Statistics({ party: 'Candidate', applications: 'WHERE ap.candidateID = r.id', placements: 'WHERE pl.candidateID = r.id' })
export class CandidateFields extends ResponseOf(Candidate) {
  @NameTextOf('countryCode', { derived: false, example: 'Australia' }) countryName!: string;
  @NameTextOf('preferredRateUnitsId', { example: 'Hour' }) preferredRateUnits!: string;
  @NameTextOf('preferredSalaryUnitsId', { example: 'Year' }) preferredSalaryUnits!: string;
  @NameTextOf('jobSeekingStatusID', { example: 'Actively looking' }) jobSeekingStatusName!: string;
  @NameTextOf('preferredJobTypeID', { example: 'Contract' }) preferredJobTypeName!: string;
  @NameTextOf('candidateClientID', { example: 'Harbour Construction Group' }) candidateClientName!: string;
  @IntFigure(ofRunningPlacement('pl.typeID'), { live: true, example: 2 }) candidatePlacementTypeID!: number;
  @IntFigure(ofRunningPlacement('pj.clientID', 'JOIN job pj ON pj.id = pl.jobID'), { live: true, to: 'Client', example: 1 })
  candidatePlacementClientID!: number;
  @NameTextOf('candidatePlacementClientID', { example: 'Harbour Construction Group' }) candidatePlacementClientName!: string;
  @NameTextOf('redFlaggedByID', { example: '' }) redFlaggedByUserName!: string;
  @BoolFigure('(CASE WHEN EXISTS (SELECT 1 FROM candidate_tag ct WHERE ct.recordID = r.id) THEN 1 ELSE 0 END)', { example: true })
  tags!: boolean;
  @MomentFigure('(SELECT MAX(ap.createdDate) FROM application ap WHERE ap.candidateID = r.id AND ap.deleted = 0)', {
    example: '2026-11-05T01:00:00.000Z',
  })
  lastApplicationDate?: Date;
  @MomentFigure(activityMoment('MAX', 'Candidate', 'a.statusID = 2'), { answered: 'nowhere' }) lastActivityDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Candidate', 'a.statusID = 1'), { answered: 'nowhere' }) nextActivityDate?: Date;
  @Composed(STATISTICS_COUNTS, { derived: true }) statisticsCounts!: { type: string; value: number }[] | null;
  @Composed(STATISTICS_DATES, { derived: true }) statisticsDates!: { type: string; value: string }[] | null;
}

/** One job in a candidate's past as it is answered. */
export class EmploymentHistoryDto extends ResponseOf(EmploymentHistory) {}

/** The same as it is sent. Every field is optional. */
export class EmploymentHistoryUpdateDto extends UpdateOf(EmploymentHistory) {}

/** A candidate says so many at the most. */
export const MOST_HISTORIES = 100;
const HISTORIES = {
  type: () => [EmploymentHistoryDto],
  maxItems: MOST_HISTORIES,
  description: 'The jobs before this one, in the order given.',
};

/** A candidate as it is answered. */
export class CandidateDto extends CandidateFields {
  @ApiProperty(HISTORIES) employmentHistories!: EmploymentHistoryDto[];
}

/** A change of a candidate: absent = unchanged, null = cleared, a list replaces the list. */
export class CandidateUpdateDto extends UpdateOf(CandidateFields) {
  @ApiProperty({ ...HISTORIES, type: () => [EmploymentHistoryUpdateDto], required: false, nullable: true })
  @IsOptional()
  @IsArray({ message: 'must be an array' })
  @ArrayMaxSize(MOST_HISTORIES, { message: `must have at most ${MOST_HISTORIES} entries` })
  @ValidateNested({ each: true })
  @Type(() => EmploymentHistoryUpdateDto)
  employmentHistories?: EmploymentHistoryUpdateDto[] | null;
}

/** A new candidate. The example has no address, so that it can be sent again. */
export class CandidateNewDto extends CandidateUpdateDto {
  @ApiProperty({ type: String, maxLength: NAME, required: false, nullable: true, example: '' }) override email1?: string | null;
}

export class CandidateUpdateQuery {
  @QueryBoolean({ default: false, description: 'Save even when another live candidate has the same email1.' })
  readonly allowDuplicate!: boolean;
}
