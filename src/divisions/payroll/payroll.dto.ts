import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { Credential, type CredentialName } from './credential';
import { PayrollIntegration, PayrollRegion } from '../division.entity';

/** The payroll accounts of one region. */
export class RegionSettingsDto extends ResponseOf(PayrollRegion) {}
export class RegionSettingsUpdateDto extends UpdateOf(PayrollRegion) {}

const REGIONS = 'A list replaces the list; each region may appear once.';

/** The payroll settings of a division in a response: a placeholder for a set credential, "" otherwise. */
export class PayrollIntegrationDto extends ResponseOf(PayrollIntegration) {
  @Credential('<API_KEY>') override apiKey!: string;
  @Credential('<USERNAME>') override apiUsername!: string;
  @Credential('<PASSWORD>') override apiPassword!: string;
  @ApiProperty({ type: () => [RegionSettingsDto], maxItems: 200, description: REGIONS }) regionSettings!: RegionSettingsDto[];
}

const SECRET = { type: String, maxLength: 4000, description: '"" if it is not set.' } as const;

/** The credentials of a payroll integration themselves. */
export class PayrollCredentialsDto implements Record<CredentialName, string> {
  @ApiProperty({ ...SECRET, example: '7f3a91c0' }) apiKey!: string;
  @ApiProperty({ ...SECRET, example: 'payroll-robot' }) apiUsername!: string;
  @ApiProperty({ ...SECRET, example: 'correct horse' }) apiPassword!: string;
}

/** A change of the payroll settings. A credential's placeholder keeps the value, "" or null removes it. */
export class PayrollIntegrationUpdateDto extends UpdateOf(PayrollIntegration) {
  @Credential('<API_KEY>', { optional: true }) override apiKey?: string | null;
  @Credential('<USERNAME>', { optional: true }) override apiUsername?: string | null;
  @Credential('<PASSWORD>', { optional: true }) override apiPassword?: string | null;

  @ApiProperty({ type: () => [RegionSettingsUpdateDto], maxItems: 200, required: false, nullable: true, description: REGIONS })
  @IsOptional()
  @IsArray({ message: 'must be an array' })
  @ArrayMaxSize(200, { message: 'must have at most 200 items' })
  @ValidateNested({ each: true })
  @Type(() => RegionSettingsUpdateDto)
  regionSettings?: RegionSettingsUpdateDto[] | null;
}
