// Times, sizes and counts in few words, as the terminal has them.
import type { Counted, Text } from "./chinese";
import { say } from "./language";

export function time(ns: number): string {
  if (ns < 0) return say("unfinished");
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3]] as const) {
    if (ns >= size) return `${digits(ns / size)} ${unit}`;
  }
  return `${Math.round(ns)} ns`;
}

export function size(bytes: number): string {
  for (const [unit, factor] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const) {
    if (bytes >= factor) return `${digits(bytes / factor)} ${unit}`;
  }
  return `${Math.round(bytes)} B`;
}

export function digits(value: number): string {
  if (value >= 1000) return count(Math.round(value));
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

// Numbers of a statistic, which may be "nan" or "inf" as JSON has no other way to say so.
export function short(value: number | string): string {
  return typeof value === "string" ? value : Number.parseFloat(value.toPrecision(6)).toString();
}

export function shortPath(path: string): string {
  const parts = path.split("/");
  return parts.length > 3 ? parts.slice(-2).join("/") : path;
}

export function many(number: number, one: Counted, several = `${one}s` as Counted): string {
  return say(`{} ${number === 1 ? one : several}` as Text, count(number));
}
