import { Body, Controller, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
import {
  Confirmations,
  FieldsQuery,
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
} from '../../core/records';
import { OfferStatus } from '../../core/terms/numbers';
import { OfferConfirmations } from '../confirmations';
import { OfferAcceptanceDto, OfferCreateDto, OfferDto, OfferRefusalDto, OfferUpdateDto } from './offer.dto';
import { offers } from './offers.records';

const ACCEPTANCE = {
  summary: 'Accept an offer',
  description:
    'Creates a draft placement from the offer and its job, moves the application to Placed, and withdraws the other offers to the candidate for the job.',
  headers: {
    Location: {
      description: 'The path of the created placement (placementID in the response).',
      schema: { type: 'string' as const, maxLength: 100, example: '/api/Placements/1' },
    },
  },
};

@DescribedTag('Offers', 'Offers of clients to candidates.')
@Area('applications')
@Controller('api/Offers')
export class OffersController {
  constructor(private readonly records: Records) {}

  @ListRoute(offers, OfferDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, offers, query);
  }

  @QueryRoute(offers, OfferDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, offers, body, page);
  }

  @FindRoute(offers, OfferDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, offers, id, query);
  }

  @CreateRoute(offers, OfferDto, {
    description:
      'Requires an applicationID, which determines job and candidate, or a jobID and a candidateID. Moves the application to the stage Offer.',
  })
  create(@CurrentCaller() caller: Caller, @Query() confirmed: OfferConfirmations, @Body() body: OfferCreateDto) {
    return this.records.create(caller, offers, body, { confirmations: Confirmations.in(confirmed) });
  }

  @UpdateRoute(offers, OfferDto)
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: OfferConfirmations,
    @Body() body: OfferUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, offers, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }

  @RemoveRoute(offers)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, offers, id, expected);
  }

  @TransitionRoute(offers, OfferDto, 'Accept', ACCEPTANCE)
  async accept(
    @CurrentCaller() caller: Caller,
    @PathId('id', 2) id: number,
    @Query() confirmed: OfferConfirmations,
    @OptionalBody() body: OfferAcceptanceDto,
    @Res({ passthrough: true }) response: Response,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    const how = { confirmations: Confirmations.in(confirmed), expected };
    const offer = await this.records.update(caller, offers, id, { ...body, statusID: OfferStatus.Accepted }, how);
    const placementID = 'placementID' in offer ? Number(offer.placementID) : 0;
    if (placementID > 0) response.location(`/api/Placements/${placementID}`);
    return offer;
  }

  @TransitionRoute(offers, OfferDto, 'Decline', { summary: 'Decline an offer', description: 'Sets the status Declined.' })
  decline(
    @CurrentCaller() caller: Caller,
    @PathId('id', 9) id: number,
    @OptionalBody() body: OfferRefusalDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, offers, id, { ...body, statusID: OfferStatus.Declined }, { expected });
  }
}
