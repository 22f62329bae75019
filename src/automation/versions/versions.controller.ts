import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, Fails, IfMatch, PathId, Returns, ReturnsPage, type ExpectedVersion } from '../../core/http';
import { AutomationDto } from '../automation.dto';
import { AutomationVersionDto, DifferenceDto, DifferenceQuery, VersionListQuery } from './version.dto';
import { VersionsService } from './versions.service';

@ApiTags('Automation')
@Area('automation')
@Controller('api/Automation/:id/Versions')
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Get()
  @ApiOperation({
    operationId: 'Automation_listVersions',
    summary: 'List what an automation has done, the newest version first',
    description: 'One entry for each save that changed what it does.',
  })
  @ReturnsPage(AutomationVersionDto)
  list(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: VersionListQuery) {
    return this.versions.list(caller, id, query);
  }

  @Get(':version')
  @ApiOperation({
    operationId: 'Automation_findVersion',
    summary: 'Get what an automation did at a version',
    description: 'Such as the automationVersion of a run.',
  })
  @Returns(AutomationVersionDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @PathId('version') version: number) {
    return this.versions.find(caller, id, version);
  }

  @Get(':version/Difference')
  @ApiOperation({
    operationId: 'Automation_compareVersions',
    summary: 'Compare two versions of an automation',
    description: 'The fields that differ, with their values in both versions. Without to it is compared with the present one.',
  })
  @Returns([DifferenceDto])
  compare(@CurrentCaller() caller: Caller, @PathId() id: number, @PathId('version') version: number, @Query() { to }: DifferenceQuery) {
    return this.versions.differences(caller, id, version, to);
  }

  @Post(':version/Restore')
  @ApiOperation({
    operationId: 'Automation_restoreVersion',
    summary: 'Restore a version of an automation',
    description: 'Like an update with its fields, which makes a new version. It stays active or paused.',
  })
  @Returns(AutomationDto, { description: 'The stored automation.' })
  @Fails(409)
  restore(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @PathId('version') version: number,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.versions.restore(caller, id, version, expected);
  }
}
