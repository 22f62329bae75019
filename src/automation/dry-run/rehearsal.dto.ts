import { ApiProperty } from '@nestjs/swagger';
import { ComplaintDto } from '../catalogue.dto';
import { RunRecordDto } from '../runs.dto';

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 } as const;

/** What a run would do now (a dry run). */
export class RehearsalDto {
  @ApiProperty({ type: Boolean, example: true }) dryRun!: true;
  @ApiProperty({ ...COUNT, example: 1 }) automationId!: number;
  @ApiProperty({ ...COUNT, example: 1, description: 'The saved version of it that would run.' }) automationVersion!: number;
  @ApiProperty({ ...COUNT, example: 12, description: 'Records that the condition matches.' }) matched!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Excluded: recently processed, or opted out.' }) excluded!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Excluded by the cap.' }) leftOut!: number;
  @ApiProperty({ ...COUNT, example: 12 }) taken!: number;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether a run over so many records waits for approval.' })
  requiresApproval!: boolean;
  @ApiProperty({ ...COUNT, example: 11, description: 'Of the records below.' }) processed!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Of the records below.' }) skipped!: number;
  @ApiProperty({ ...COUNT, example: 1, description: 'Of the records below.' }) failed!: number;
  @ApiProperty({
    type: () => [ComplaintDto],
    maxItems: 1000,
    description: 'Problems that prevent it from running; then no records are taken.',
  })
  problems!: ComplaintDto[];
  @ApiProperty({
    type: () => [RunRecordDto],
    maxItems: 1000,
    description: 'The first thousand, in the order of the run, with what each action would do.',
  })
  records!: RunRecordDto[];
  @ApiProperty({ ...COUNT, example: 0, description: 'How many more would be taken than are shown.' }) more!: number;
}
