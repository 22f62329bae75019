import { Module } from '@nestjs/common';
import { privacyController } from './privacy.controller';
import { PrivacyService } from './privacy.service';

@Module({ controllers: [privacyController('Candidate'), privacyController('Contact')], providers: [PrivacyService] })
export class PrivacyModule {}
