import { Controller, Get, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoNeeds, Area, Fails, PathId, Returns } from '../core/http';
import { ErasedDto, PersonalDataDto } from './privacy.dto';
import { PrivacyService } from './privacy.service';

/** The types of records that are persons, and the areas that they belong to. */
const AREAS = { Candidate: 'candidates', Contact: 'contacts' } as const;

/** Routes for the personal data of one type of person. */
export function privacyController(kind: keyof typeof AREAS): Type {
  const group = `${kind}s`;
  const a = kind.toLowerCase();

  @ApiTags(group)
  @Area(AREAS[kind])
  @Controller(`api/${group}/:id`)
  class PrivacyController {
    constructor(private readonly privacy: PrivacyService) {}

    @Get('PersonalData')
    @AlsoNeeds('administration', 'personal-data', 'pay')
    @ApiOperation({
      operationId: `${group}_personalData`,
      summary: `Everything held about a ${a}`,
      description: 'For administrators who see all divisions: the records, messages, notifications and changes.',
    })
    @Returns(PersonalDataDto)
    personalData(@CurrentCaller() caller: Caller, @PathId() personID: number) {
      return this.privacy.personalData(caller, kind, personID);
    }

    @Post('Erase')
    @AlsoNeeds('administration')
    @ApiOperation({
      operationId: `${group}_erase`,
      summary: `Erase a ${a}`,
      description: `For administrators who see all divisions. Removes everything personal for good: the fields of the ${a}, the texts of records about the person, messages, notifications, and the values in changes and in the audit. An empty record remains, deleted, so that numbers, dates and figures stay true. It cannot be restored or changed.`,
    })
    @Returns(ErasedDto)
    @Fails(409)
    erase(@CurrentCaller() caller: Caller, @PathId('id', 19) personID: number) {
      return this.privacy.erase(caller, kind, personID);
    }
  }
  return PrivacyController;
}
