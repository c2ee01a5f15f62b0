import { defineEffect, defineValue, issue } from '../../modules/module.ts';
import { classify, storedUnit } from './kernel/classify.ts';
import { freightClasses } from './kernel/density.ts';
import { offersFor, type CostOffer, type Offer } from './offers.ts';
import { readTariffs } from './read-tariffs.ts';

/** Density and class of every handling unit, with what explains them. */
const classification = defineValue('freight.classify', (record) => classify(record).map(storedUnit));

/** The classes of an order in one cell, each once. */
const classNames = defineValue('freight.name-classes', (record) => {
  const found = new Set(classify(record).map(({ freightClass }) => freightClass));
  return freightClasses.filter((each) => found.has(each)).join(', ') || null;
});

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Quotes of all carriers by the customer's tables. A quote is valid as its table defines, at most until pickup. */
const quote = defineEffect('freight.quote', async ({ record, transaction, currency }) => {
  const day = String(record['pickupDate']);
  const tables = await readTariffs(transaction, String(record['customer']), day);
  const { offers, costOffers, without } = offersFor(
    record,
    tables.filter((each) => each.currency === currency),
  );
  if (offers.length === 0) {
    const [first] = without;
    if (!first) return { issues: [issue('freight.noTariff', '')] };
    return {
      issues: [
        issue(`freight.${first.why.code}`, first.why.code === 'noAccessorial' ? 'accessorials' : '', {
          carrier: first.carrierName,
          ...first.why.params,
        }),
      ],
    };
  }
  const today = String(record['quotedAt']).slice(0, 10);
  const until = daysLater(today, Math.min(...offers.map(({ validDays }) => validDays)));
  return { patch: { offers, costOffers, quotedUntil: until < day ? until : day } };
});

/** One offer becomes the price of the order: the named one, or the cheapest. */
const book = defineEffect('freight.book', async ({ record, input }) => {
  const wanted = Number(input['offer'] ?? 1);
  const offer = ((record['offers'] ?? []) as readonly Offer[]).find((each) => each.offer === wanted);
  if (!offer) return { issues: [issue('freight.noOffer', 'offer', { offer: wanted })] };
  const cost = ((record['costOffers'] ?? []) as readonly CostOffer[]).find((each) => each.offer === wanted);
  return {
    patch: {
      ...{ offer: wanted, carrier: offer.carrier, predictedSale: Number(offer.amount) },
      predictedCost: cost?.amount == null ? null : Number(cost.amount),
    },
  };
});

export const orderEffects = [classification, classNames, quote, book];
