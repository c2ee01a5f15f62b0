import { basicOf, type TokenForm } from '../../wire/tokens.ts';
import type { CarrierAccount, CarrierBases } from '../carrier.ts';

/** What an account signs in with. */
export type Login = Pick<CarrierAccount, 'number' | 'clientId' | 'clientSecret'>;

/** The forms that the carriers publish: UPS takes the credentials as basic authorization, FedEx in the form. */
export const tokenForms: Readonly<Record<keyof CarrierBases, (login: Login) => TokenForm>> = {
  ups: ({ number, clientId, clientSecret }) => ({
    path: '/security/v1/oauth/token',
    headers: { authorization: basicOf({ clientId, clientSecret }), 'x-merchant-id': number },
    form: { grant_type: 'client_credentials' },
  }),
  fedex: ({ clientId, clientSecret }) => ({
    path: '/oauth/token',
    headers: {},
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  }),
};
