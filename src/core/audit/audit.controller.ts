import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../callers';
import { AlsoAsLines, Area, DescribedTag, ReturnsPage } from '../http';
import { AuditEntryDto, AuditQuery } from './audit.dto';
import { AuditService } from './audit.service';

@DescribedTag('Audit', 'Who did what, when and from where; it cannot be changed.')
@Area('administration')
@Controller('api/Audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({
    operationId: 'Audit_list',
    summary: 'List what was done, the newest first',
    description:
      'Every change by requests, imports, automations and commands, and what is no change of a record, such as a revoked API key.',
  })
  @ReturnsPage(AuditEntryDto)
  @AlsoAsLines()
  list(@CurrentCaller() caller: Caller, @Query() query: AuditQuery) {
    return this.audit.list(caller, query);
  }
}
