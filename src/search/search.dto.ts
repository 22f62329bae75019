import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../core/fields/value-rules';
import { QueryInt, QueryNames, QueryText } from '../core/http';
import { MOST_WORDS } from './question';
import { SEARCHED_TYPES } from './searched-types';

const TYPES = SEARCHED_TYPES.map(({ type }) => type.name);
const MOST_HITS = 20;
const TYPE = { type: 'string', enum: TYPES, example: 'Candidate' } as const;

export class SearchQuery {
  @QueryText({
    required: true,
    maxLength: 200,
    example: 'nguyen',
    description: `What is searched for: 1 to ${MOST_WORDS} words or beginnings of words, a phone number in any form, an e-mail address or its beginning, an id, a reference or an externalID.`,
  })
  readonly q!: string;

  @QueryNames({ known: TYPES, example: 'Candidate,Contact', description: 'The types of records; by default all that you may read.' })
  readonly types?: readonly string[];

  @QueryInt({ minimum: 1, maximum: MOST_HITS, default: 5, description: 'The most records of each type.' })
  readonly limit!: number;
}

/** What of a record matches. */
export class SearchMatchDto {
  @ApiProperty({ type: String, maxLength: 60, example: 'fullName', description: 'The field of the record.' }) readonly field!: string;
  @ApiProperty({ type: String, maxLength: 1000, example: 'Grace Nguyen', description: 'Its value, or the part of it that matches.' })
  readonly text!: string;
}

/** A record that was found. */
export class SearchHitDto {
  @ApiProperty(TYPE) readonly type!: string;
  @ApiProperty({ type: 'integer', format: 'int32', ...INT32, example: 1 }) readonly id!: number;
  @ApiProperty({ type: String, maxLength: 1000, example: 'Grace Nguyen', description: 'Its name or title.' }) readonly name!: string;
  @ApiProperty({ type: String, maxLength: 2000, example: 'Site Engineer, Bayside Civil', description: 'What tells it from others.' })
  readonly detail!: string;
  @ApiProperty({ type: [SearchMatchDto], maxItems: 50 }) readonly matched!: SearchMatchDto[];
}

/** The records of a type that were found, the best first. */
export class SearchGroupDto {
  @ApiProperty(TYPE) readonly type!: string;
  @ApiProperty({ type: [SearchHitDto], maxItems: MOST_HITS }) readonly hits!: SearchHitDto[];
  @ApiProperty({
    type: Boolean,
    example: false,
    description:
      'Whether there are more than these: a higher limit or a further word shows them. Also true where a word is so common that not all of its records were looked at (more than 10,000, or 500 for what is found through another record, or by a phone number without a country): then there may be none.',
  })
  readonly hasMore!: boolean;
}

/** What a search finds. */
export class SearchResultDto {
  @ApiProperty({
    type: [SearchGroupDto],
    maxItems: TYPES.length,
    description: 'Types of which something was found, the one with the best hit first.',
  })
  readonly groups!: SearchGroupDto[];
}
