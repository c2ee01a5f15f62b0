import type { ServerModule } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { alertDigest, digestStatements } from './alerts/digest.ts';
import { alertStatements, watch } from './alerts/raise.ts';
import { codeStatements } from './codes/deliver-sql.ts';
import { afterHand, changeCarrier, setByHand } from './by-hand.ts';
import { compensate, openCase, openCaseCommand } from './cases.ts';
import { foreignStatements, foreignWork, trackForeign } from './foreign.ts';
import { numbersBeside } from './numbers/scanned.ts';
import { poll } from './poll.ts';
import { proofOfDelivery } from './proof.ts';
import { pushEndpoints } from './push/hooks.ts';
import { takePushed } from './push/read-pushed.ts';
import { followParcel, followStatements, stopFollowing, tellFollowers } from './public/followers.ts';
import { publicTimeline } from './public/timeline.ts';
import { recogniseNumbers } from './recognise-command.ts';
import { lookAgain } from './take-events.ts';
import { refresh, timeline } from './timeline.ts';
import { numberStatements, schemaStatements, workStatements } from './work-sql.ts';

/** Tracking: numbers, events reported by carriers, and alerts. */
export const tracking = (on: { carriers: Carriers; originOf(host: string): string }): ServerModule => ({
  handlers: [openCase, compensate, setByHand, changeCarrier, afterHand, takePushed, tellFollowers(on.originOf)],
  commands: [openCaseCommand, trackForeign, recogniseNumbers, timeline, refresh(on.carriers)],
  works: [foreignWork(on.carriers)],
  downloads: [proofOfDelivery(on.carriers)],
  publics: [publicTimeline, followParcel, stopFollowing],
  webhooks: pushEndpoints,
  numbers: [numbersBeside],
  schedules: [poll(on.carriers), watch(lookAgain), alertDigest],
  ddl: [
    ...schemaStatements,
    ...workStatements,
    ...numberStatements,
    ...codeStatements,
    ...followStatements,
    ...foreignStatements,
    ...alertStatements,
    ...digestStatements,
  ],
});
