import { IntersectionType } from '@nestjs/swagger';
import { ResponseOf, UpdateOf } from '../../fields/shapes';
import { JobSearch } from '../job-parts.entity';
import { JobSearchRequest } from './job-search.dto';

class KeptDto extends ResponseOf(JobSearch) {}
class KeptUpdateDto extends UpdateOf(JobSearch) {}
class CriteriaDto extends ResponseOf(JobSearchRequest) {}

/** A saved job search: texts "", lists [], flags false where nothing is asked; dates are left out. */
export class SavedJobSearchDto extends IntersectionType(KeptDto, CriteriaDto) {}

/** What is asked, and the name under which it is kept. Absent = unchanged, null = cleared; the ssid is absent, 0 or the one in the path. */
export class SavedJobSearchUpdateDto extends IntersectionType(KeptUpdateDto, JobSearchRequest) {}
