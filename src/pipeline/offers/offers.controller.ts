import { Body, Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../../callers';
import { IfMatch, OptionalBody, PathId, type Expected } from '../../http';
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
} from '../../records';
import { OfferStatus } from '../../terms/numbers';
import { OfferAcceptanceDto, OfferCreateDto, OfferDto, OfferRefusalDto, OfferUpdateDto } from './offer.dto';
import { offers } from './offers.records';

const ACCEPTANCE = {
  summary: 'Accept an offer',
  description:
    'A placement in Draft is made of the offer and its job, the application moves to Placed, the other offers to the candidate for the job are withdrawn.',
  headers: {
    Location: {
      description: 'The path of the placement, the placementID of the answer.',
      schema: { type: 'string' as const, maxLength: 100, example: '/api/Placements/1' },
    },
  },
};

@ApiTags('Offers')
@Controller('api/Offers')
export class OffersController {
  constructor(private readonly records: Records) {}

  @ListRoute(offers, OfferDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, offers, query);
  }

  @QueryRoute(offers, OfferDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, offers, body, page);
  }

  @FindRoute(offers, OfferDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, offers, id);
  }

  @CreateRoute(offers, OfferDto, {
    description:
      'Of an applicationID, whose job and candidate it has; or of a jobID and a candidateID. The application moves on to the stage Offer.',
  })
  create(@Calling() caller: Caller, @Body() body: OfferCreateDto) {
    return this.records.create(caller, offers, body);
  }

  @UpdateRoute(offers, OfferDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: OfferUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, offers, id, body, { expected });
  }

  @RemoveRoute(offers)
  remove(@Calling() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, offers, id, expected);
  }

  @TransitionRoute(offers, OfferDto, 'Accept', ACCEPTANCE)
  async accept(
    @Calling() caller: Caller,
    @PathId('id', 2) id: number,
    @OptionalBody() body: OfferAcceptanceDto,
    @Res({ passthrough: true }) response: Response,
    @IfMatch() expected?: Expected,
  ) {
    const offer = await this.records.update(caller, offers, id, { ...body, statusID: OfferStatus.Accepted }, { expected });
    const placementID = Number(offer['placementID']);
    if (placementID > 0) response.location(`/api/Placements/${placementID}`);
    return offer;
  }

  @TransitionRoute(offers, OfferDto, 'Decline', { summary: 'Decline an offer', description: 'The candidate does not take it.' })
  decline(@Calling() caller: Caller, @PathId('id', 9) id: number, @OptionalBody() body: OfferRefusalDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, offers, id, { ...body, statusID: OfferStatus.Declined }, { expected });
  }
}
