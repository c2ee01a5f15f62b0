import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stationCheck } from '../access/stations.ts';
import type { Actors } from '../access/actors.ts';
import type { StationBrowser } from '../auth/station.ts';
import type { AuthService } from '../auth/auth-service.ts';
import { sendText, success } from './envelope.ts';
import { noteStationVisit } from './request-log.ts';
import { asActor } from './session.ts';
import { cookieOf, hostOf, textsOf } from './sign-in-routes.ts';

/** Holds the credential of a station's browser. Scripts cannot read it, and only the calls below receive it. */
const cookie = 'lading_station';
const cookiePath = '/api/stationSignIn';

/** The sign-in of shared stations: pairing a browser, and badges and PINs there. */
export function stationRoutes(app: FastifyInstance, { stations }: Pick<AuthService, 'stations'>, actors: Actors): void {
  app.post('/api/stationSignIn/pair', async (request, reply) => {
    const { browser, name } = await stations.pair(browserOf(request), textsOf(request)('code').slice(0, 40));
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const kept = `Path=${cookiePath}; Max-Age=34560000; HttpOnly; SameSite=Strict${secure}`;
    void reply.header('set-cookie', `${cookie}=${browser}; ${kept}`);
    return sendText(reply, success({ name }));
  });

  app.post('/api/stationSignIn/view', async (request, reply) =>
    sendText(reply, success(await stations.view(browserOf(request)))),
  );

  app.post('/api/stationSignIn/enter', async (request, reply) => {
    const text = textsOf(request);
    const proof = { badge: text('badge').slice(0, 60), person: text('person'), pin: text('pin').slice(0, 40) };
    const entered = await stations.enter(browserOf(request), proof, (visit) => noteStationVisit(request, visit));
    return sendText(reply, success(entered));
  });

  app.post(`/api/${stationCheck}`, async (request, reply) => {
    await asActor(actors, request, async () => undefined);
    return sendText(reply, success(null));
  });
}

const browserOf = (request: FastifyRequest): StationBrowser => ({
  ...{ host: hostOf(request), ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  browser: cookieOf(request, cookie),
});
