import { applyDecorators, Body, Controller, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CandidateDto } from '../../candidates';
import { ClientDto } from '../../clients';
import { ContactDto } from '../../contacts';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, Fails, IfMatch, PathId, Returns, type ExpectedVersion } from '../../core/http';
import { MergeClientsDto, MergeContactsDto, MergeDto } from './merge.dto';
import { MergeService } from './merge.service';

interface MergeTexts {
  readonly summary: string;
  readonly moved: string;
  readonly more?: string;
}

const MergeRoute = (group: string, path: string, answer: Type, { summary, moved, more = '' }: MergeTexts): MethodDecorator =>
  applyDecorators(
    Post(`${path}/Merge`),
    ApiOperation({
      operationId: `${group}_merge`,
      summary,
      description: `Moves everything the others have to the one in the path: ${moved}. Fills its empty fields from them, then deletes them. Sent again, it changes nothing.${more}`,
    }),
    Returns(answer, { description: 'The one that remains.' }),
    Fails(409, 412),
  );

@ApiTags('Candidates')
@Area('candidates')
@Controller('api/Candidates')
export class MergeCandidatesController {
  constructor(private readonly merging: MergeService) {}

  @MergeRoute('Candidates', ':id', CandidateDto, {
    summary: 'Merge candidates that are the same person',
    moved:
      'applications, interviews, offers, placements, timesheets, activities, documents, tags, divisions, list memberships, the link with a contact',
    more: ' Employment histories are appended to its own. Of two applications for the same job the one that has come furthest remains, with all that belongs to both.',
  })
  merge(
    @CurrentCaller() caller: Caller,
    @PathId('id', 17) id: number,
    @Body() { candidateIDs }: MergeDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.merging.merge(caller, 'Candidate', id, { list: 'candidateIDs', ids: candidateIDs }, expected);
  }
}

@ApiTags('Contacts')
@Area('contacts')
@Controller('api/Contacts')
export class MergeContactsController {
  constructor(private readonly merging: MergeService) {}

  @MergeRoute('Contacts', ':id', ContactDto, {
    summary: 'Merge contacts that are the same person',
    moved:
      'jobs, opportunities, interviews, placements, activities, documents, tags, divisions, list memberships, the contacts who report to them, the link with a candidate',
    more: ' Contacts that are linked with different candidates are a 409: merge the candidates first.',
  })
  merge(
    @CurrentCaller() caller: Caller,
    @PathId('id', 17) id: number,
    @Body() { contactIDs }: MergeContactsDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.merging.merge(caller, 'Contact', id, { list: 'contactIDs', ids: contactIDs }, expected);
  }
}

@ApiTags('Clients')
@Area('clients')
@Controller('api/Clients')
export class MergeClientsController {
  constructor(private readonly merging: MergeService) {}

  @MergeRoute('Clients', ':id', ClientDto, {
    summary: 'Merge clients that are the same company',
    moved:
      'sites, contacts, jobs, opportunities, placements, activities, documents, divisions, list memberships, the candidates who work there',
  })
  merge(
    @CurrentCaller() caller: Caller,
    @PathId('id', 17) id: number,
    @Body() { clientIDs }: MergeClientsDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.merging.merge(caller, 'Client', id, { list: 'clientIDs', ids: clientIDs }, expected);
  }
}
