import { Controller, Delete, Get, Param, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, AnswersNothing, Fails, ListBody } from '../http';
import type { Part } from './acted-on';
import { SettingDto } from './setting.dto';
import { SettingsService } from './settings.service';

/** Of each part the settings that a firm begins with. */
const EXAMPLES: Readonly<Record<Part, readonly [SettingDto, ...SettingDto[]]>> = {
  JobPosting: [
    { type: 'advertDays', value: '30' },
    { type: 'closeWhenFilled', value: 'true' },
  ],
  Clients: [
    { type: 'inactiveAfterDays', value: '180' },
    { type: 'defaultStatus', value: 'Prospect' },
  ],
};

/** The controller of one part of the configuration. All parts are alike. */
export function settingsController(part: Part): Type {
  const example = EXAMPLES[part];

  @ApiTags('Configuration')
  @Controller(`api/Configuration/${part}`)
  class SettingsController {
    constructor(private readonly service: SettingsService) {}

    @Get()
    @ApiOperation({ operationId: `Configuration_list${part}`, summary: `The settings of ${part}` })
    @Answers([SettingDto], { example })
    list(@Calling() caller: Caller) {
      return this.service.list(caller, part);
    }

    @Post()
    @ApiOperation({
      operationId: `Configuration_save${part}`,
      summary: `Save settings of ${part}`,
      description: 'The whole array or nothing; a type that is there already gets the new value.',
    })
    @Answers([SettingDto], { description: 'The settings that were saved.', example })
    save(@Calling() caller: Caller, @ListBody(SettingDto, example) settings: SettingDto[]) {
      return this.service.save(caller, part, settings);
    }

    @Delete(':type')
    @ApiOperation({ operationId: `Configuration_remove${part}`, summary: `Remove a setting of ${part}` })
    @ApiParam({ name: 'type', schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S', example: example[0].type } })
    @AnswersNothing('Removed.')
    @Fails(404)
    remove(@Calling() caller: Caller, @Param('type') type: string) {
      return this.service.remove(caller, part, type);
    }
  }
  return SettingsController;
}
