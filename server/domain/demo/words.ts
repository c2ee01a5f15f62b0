import type { PriceWords } from './price-facts.ts';

/** Demo texts of one language. */
export interface Words {
  name: string;
  adminName: string;
  /** Where customers pay to, line by line. */
  payment: string[];
  /** A customer's objections to a charge. */
  dispute: string;
  orgs: { code: string; name: string; parent: string; orgType: string }[];
  positions: { code: string; name: string }[];
  /** Names by account. */
  staff: Record<string, string>;
  members: string[];
  /** Name, short name, contact. */
  customers: [string, string, string][];
  remarks: string[];
  /** What customers say of parcels. */
  cases: Record<'trace' | 'lost' | 'damaged', string>;
  /** Name and place. */
  printers: [string, string][];
  /** A preset, and the rules of a customer; why a parcel is held. */
  automation: Record<'preset' | 'light' | 'valuable' | 'west' | 'westHold', string>;
  levels: { name: string; note: string }[];
  prices: PriceWords;
  /** Name and region, by code. */
  accounts: Record<string, [string, string]>;
  /** Name, profile and dock, by code. */
  channels: Record<string, [string, string, string]>;
  orderRemarks: string[];
  internalNotes: string[];
  refundReasons: string[];
  refundDone: string[];
  refundRefused: string[];
  deposits: {
    notes: string[];
    short: string;
    reviewNotes: string[];
    refused: string[];
    slip: string;
    photo: string;
  };
  /** What people write beside deposits, deductions, withdrawals and invoices. */
  money: {
    deposit: string;
    returned: string;
    voided: string;
    reversed: string;
    refused: string;
    rejected: string;
    called: string;
    /** What the platform charges each month; the month follows. */
    fee: string;
    givenBack: string;
    deductions: { reason: string; text: string }[];
  };
  notices: { title: string; type: string; audience: string; status: string; daysAgo: number; content: string }[];
}

/** Recipients and goods, the same in every language. */
export interface SharedWords {
  firstNames: string[];
  lastNames: string[];
  streets: string[];
  yards: string[];
  firms: string[];
  /** Description, tariff number, price in USD, weight in pounds. */
  goods: [string, string, number, number][];
  countries: string[];
}

export interface Network {
  carriers: { code: string; name: string; website: string }[];
  channels: {
    code: string;
    carrier: string;
    shipFromMode: 'channel' | 'customer' | 'either';
    home: string;
    services: string[];
    /** Codes of the accounts that it books with, the first one first. */
    accounts: string[];
    status?: string;
  }[];
  accounts: { code: string; carrier: string; number: string; environment: string }[];
  /** Name, the carrier's own code, ship-to type, divisor. */
  services: Record<string, [string, string, string, number]>;
  /** Further values of each service: its group and limits. */
  serviceFacts: Record<string, Readonly<Record<string, unknown>>>;
  /** How all of them weigh, by date. */
  weightRules: Readonly<Record<string, unknown>>[];
  /** What each level pays on every channel, in the order of the words. */
  levels: Readonly<Record<string, unknown>>[];
  boxes: Readonly<Record<string, unknown>>[];
  docks: Record<string, { address1: string; city: string; state: string; postalCode: string }>;
}

/** A postal code, and the state and city it belongs to. */
export interface Place {
  postalCode: string;
  state: string;
  city: string;
  country: 'US' | 'CA';
}
