import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { AlsoNeeds, Area, PathId, Returns, ReturnsPage } from '../../core/http';
import { ComplianceDto, ComplianceQuery } from './compliance.dto';
import { ComplianceService } from './compliance.service';

/** Documents are read in the area of activities. */
@ApiTags('Placements')
@Area('placements')
@Controller('api/Placements')
export class ComplianceController {
  constructor(private readonly compliance: ComplianceService) {}

  @Get('Compliance')
  @AlsoNeeds('activities:read')
  @ApiOperation({
    operationId: 'Placements_listCompliance',
    summary: 'What placements lack',
    description: 'The placements with a checklist that are drafts, approved or started, by their ids.',
  })
  @ReturnsPage(ComplianceDto)
  list(@CurrentCaller() caller: Caller, @Query() query: ComplianceQuery) {
    return this.compliance.list(caller, query);
  }

  @Get(':id/Compliance')
  @AlsoNeeds('activities:read')
  @ApiOperation({
    operationId: 'Placements_compliance',
    summary: 'What a placement requires by the checklist of its job',
    description: 'Which document or statement meets each item, until when, and whether the placement may be approved.',
  })
  @Returns(ComplianceDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.compliance.find(caller, id);
  }
}
