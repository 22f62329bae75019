import { Controller, Delete, Get, Param, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, Returns, ReturnsNoContent, Fails, ListBody } from '../core/http';
import type { ConfigurationPart } from './setting-rules';
import { SettingDto } from './setting.dto';
import { SettingsService } from './settings.service';

/** The initial settings of each part. */
const EXAMPLES: Readonly<Record<ConfigurationPart, readonly [SettingDto, ...SettingDto[]]>> = {
  JobPosting: [
    { type: 'advertDays', value: '30' },
    { type: 'closeWhenFilled', value: 'true' },
  ],
  Clients: [
    { type: 'inactiveAfterDays', value: '180' },
    { type: 'defaultStatus', value: 'Prospect' },
  ],
  Timesheets: [
    { type: 'createDue', value: 'true' },
    { type: 'dueAfterDays', value: '1' },
  ],
};

/** Creates the controller of one part of the configuration; all parts work alike. */
export function settingsController(part: ConfigurationPart): Type {
  const example = EXAMPLES[part];

  @ApiTags('Configuration')
  @Area('configuration')
  @Controller(`api/Configuration/${part}`)
  class SettingsController {
    constructor(private readonly service: SettingsService) {}

    @Get()
    @ApiOperation({
      operationId: `Configuration_list${part}`,
      summary: `The settings of ${part}`,
      description: 'Those that have been saved, by type. What is not there has its default.',
    })
    @Returns([SettingDto], { example })
    list(@CurrentCaller() caller: Caller) {
      return this.service.list(caller, part);
    }

    @Post()
    @ApiOperation({
      operationId: `Configuration_save${part}`,
      summary: `Save settings of ${part}`,
      description: 'Saves all or none of the array; an existing type gets the new value.',
    })
    @Returns([SettingDto], { description: 'The settings that were saved.', example })
    save(@CurrentCaller() caller: Caller, @ListBody(SettingDto, example) settings: SettingDto[]) {
      return this.service.save(caller, part, settings);
    }

    @Delete(':type')
    @ApiOperation({
      operationId: `Configuration_remove${part}`,
      summary: `Remove a setting of ${part}`,
      description: 'The service then uses the default of the setting. 404 if it is not set.',
    })
    @ApiParam({ name: 'type', schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S', example: example[0].type } })
    @ReturnsNoContent('Removed.')
    @Fails(404)
    remove(@CurrentCaller() caller: Caller, @Param('type') type: string) {
      return this.service.remove(caller, part, type);
    }
  }
  return SettingsController;
}
