import { IntersectionType } from '@nestjs/swagger';
import { ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { JobSearch } from '../job-parts.entity';
import { JobSearchRequest } from './job-search.dto';

class StoredDto extends ResponseOf(JobSearch) {}
class StoredUpdateDto extends UpdateOf(JobSearch) {}
class CriteriaDto extends ResponseOf(JobSearchRequest) {}

/** A saved job search. Unset criteria: texts "", lists [], flags false; dates are omitted. */
export class SavedJobSearchDto extends IntersectionType(StoredDto, CriteriaDto) {}

/** The criteria and the name of a saved search. Absent = unchanged, null = cleared; the ssid is absent, 0 or the one in the path. */
export class SavedJobSearchUpdateDto extends IntersectionType(StoredUpdateDto, JobSearchRequest) {}
