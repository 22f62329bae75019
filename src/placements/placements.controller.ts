import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { IfMatch, OptionalBody, PathId, type Expected } from '../http';
import {
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  TimeZonePageQuery,
  TransitionRoute,
  UpdateRoute,
} from '../records';
import { PlacementStatus } from '../terms/numbers';
import { PlacementCreateDto, PlacementDto, PlacementEndDto, PlacementUpdateDto } from './placement.dto';
import { placements } from './placements.records';
import { PlacementsService } from './placements.service';

@ApiTags('Placements')
@Controller('api/Placements')
export class PlacementsController {
  constructor(
    private readonly records: Records,
    private readonly service: PlacementsService,
  ) {}

  @ListRoute(placements, PlacementDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, placements, query);
  }

  @QueryRoute(placements, PlacementDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, placements, body, page);
  }

  @FindRoute(placements, PlacementDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, placements, id);
  }

  @CreateRoute(placements, PlacementDto, {
    description: 'What it leaves open is as in the job. The application moves to the stage Placed.',
  })
  create(@Calling() caller: Caller, @Body() body: PlacementCreateDto) {
    return this.records.create(caller, placements, body);
  }

  @UpdateRoute(placements, PlacementDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: PlacementUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, placements, id, body, { expected });
  }

  @RemoveRoute(placements)
  remove(@Calling() caller: Caller, @PathId('id', 5) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, placements, id, expected);
  }

  @TransitionRoute(placements, PlacementDto, 'Approve', {
    summary: 'Approve a placement',
    description: 'It starts of itself on its first day.',
  })
  approve(@Calling() caller: Caller, @PathId('id', 18) id: number, @IfMatch() expected?: Expected) {
    return this.records.update(caller, placements, id, { statusID: PlacementStatus.Approved }, { expected });
  }

  @TransitionRoute(placements, PlacementDto, 'End', {
    summary: 'End a placement',
    description: 'Its last day is today, unless said; one that is still to come is noted, and the placement ends of itself after it.',
  })
  end(@Calling() caller: Caller, @PathId('id', 7) id: number, @OptionalBody() body: PlacementEndDto, @IfMatch() expected?: Expected) {
    return this.service.end(caller, id, body, expected);
  }
}
