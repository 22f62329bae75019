import { ApiProperty } from '@nestjs/swagger';
import { DocumentDto } from '../../activities';
import { QueryText } from '../../core/http';
import { NAME, SHORT_TEXT } from '../../core/sql/columns';
import { CandidateConfirmations, CandidateDto } from '../candidate.dto';

/** What a resume is taken with. */
export class FromResumeQuery extends CandidateConfirmations {
  @QueryText({ maxLength: NAME, description: 'The name of the file, which becomes that of the document; Resume if left out.' })
  readonly fileName?: string;
  @QueryText({ maxLength: SHORT_TEXT, description: 'Counts instead of the name in the resume, with lastName.' })
  readonly firstName?: string;
  @QueryText({ maxLength: SHORT_TEXT, description: 'Counts instead of the name in the resume, with firstName.' })
  readonly lastName?: string;
  @QueryText({
    maxLength: 2,
    description:
      'The country of phone numbers without a country code, such as AU; if left out, that of the address, or else that of TIME_ZONE.',
  })
  readonly country?: string;
}

/** A value that was found in a resume. */
export class FoundDetailDto {
  @ApiProperty({ type: String, maxLength: SHORT_TEXT, example: 'mobile', description: 'The field of the candidate.' })
  readonly field!: string;
  @ApiProperty({ type: String, maxLength: NAME, example: '0412 345 678' }) readonly value!: string;
  @ApiProperty({ type: String, maxLength: NAME, example: 'Phone: 0412 345 678', description: 'The line of the resume that has it.' })
  readonly line!: string;
}

/** A candidate who was made from a resume. */
export class FromResumeDto {
  @ApiProperty({ type: () => CandidateDto }) readonly candidate!: CandidateDto;
  @ApiProperty({ type: () => DocumentDto, description: 'The resume.' }) readonly document!: DocumentDto;
  @ApiProperty({ type: () => [FoundDetailDto], maxItems: 20, description: 'What was found; no other field was set from the resume.' })
  readonly found!: FoundDetailDto[];
}
