/**
 * Text that moves, frame by frame, as a Kinetype service computes it.
 *
 * ```html
 * <script type="module" src="https://your.host/kinetype.min.js"></script>
 * <kinetic-text from="100 apples" value="400 apples" curve="spring(duration: .5, bounce: .3)">400 apples</kinetic-text>
 * ```
 *
 * The text inside stands wherever nothing runs: without script, without this module, in a search engine.
 */

/** The parameters of `/v1/frames` and `/v1/stream`. */
export interface KnownParameters {
{{parameterTypes}}
  /** The API key, where the service asks for one. */
  key?: string;
}

/** What a service is asked for: its parameters, others included. */
export interface AnimationParameters extends KnownParameters {
  [parameter: string]: string | number | boolean | URL | null | undefined;
}

export interface AnimationOptions extends AnimationParameters {
  /**
   * The text before; without it, what the element shows at this moment. Where that must be a number, it is read as it is
   * written (`$1,999.99`); one that cannot be read counts as the target in another form, and nothing moves.
   */
  from?: string | number;
  /** The text after; none or an empty one where the curve is a `decay(…)`, which finds it. */
  to?: string | number;
  /**
   * Where the frames come from: a `/v1/frames` address is fetched once and played by the page, a `/v1/stream` address
   * sends each frame when it is due, over one connection for all that start together. It may bring parameters of its
   * own. Without it the page computes plain numbers along a cubic curve of CSS or a spring, and asks `v1/frames` beside this
   * module for the rest.
   *
   * A page has at most four streams at a time; what starts beyond them, and what goes on from where another change has
   * brought it, is fetched and played by the page. More than about 50 labels that start at once do best with
   * `…/v1/stream`, which they share.
   */
  src?: string | URL;
}

/**
 * How a run ended: every frame was shown; another run took over or it was stopped; the service was away, too slow, or
 * refused; or nothing was to move (reduced motion, hidden page, removed element, a number that stays the same). All but
 * `cancelled` leave the final text, a number as `Intl.NumberFormat` writes it, unless a decay `failed` to find it. Where
 * the service refuses what it was asked (`problem`), the text before stays, and moves on if it does.
 */
export type EndReason = 'finished' | 'cancelled' | 'failed' | 'skipped';

/** As the Web Animations API has them, with times in milliseconds. Those of an element do again what is over. */
export interface Controls {
  /** Goes on; from the start where it has come to the end. */
  play(): void;
  pause(): void;
  /** Shows what belongs to a time after the first frame. */
  seek(time: number): void;
  /** Turns round, and ends where it began. */
  reverse(): void;
  /** Shows the last text. */
  finish(): void;
}

export interface Run extends Controls {
  /** Stops where it is. */
  cancel(): void;
  /** Never rejects. */
  readonly finished: Promise<EndReason>;
}

/**
 * Animates the text of any element. Where a run is under way there, the new one goes on from what that shows: numbers at
 * the speed that they have, and the run before moves on until the first frame of the new one is there.
 */
export function animate(element: Element, options: AnimationOptions): Run;

/** Shows one frame of an answer of `/v1/frames` in an element, which nothing else may animate then. */
export type DrawFrame = (element: Element, frame: Frame, animation: AnimationDescription) => void;

/**
 * For pages that keep their own time: what draws a frame, with its labels, glyphs or columns. The last frame is plain
 * text.
 */
export function drawing(): Promise<DrawFrame>;

/** For all elements of a page. */
export const settings: {
  /** Milliseconds that a text which stands still waits for the service before it changes without it; 1,500 by default. */
  patience: number;
  /**
   * Where the service is, such as `https://text.example.com/`; `null` where this module comes from it. A page that bundles
   * the package of npm sets it before its first text moves.
   */
  service: string | URL | null;
};

/** What may be an attribute of the element beside its texts, by the names that the service has for them. */
export const PARAMETERS: readonly string[];

/** The attribute for a parameter: its own name but for three that are taken, such as `style`. */
export function attribute(parameter: string): string;

/** How one of the two labels of a transition looks; offsets are in label heights. */
export interface Label {
  text: string;
  opacity?: number;
  scale?: number;
  /** Degrees clockwise. */
  rotation?: number;
  offsetX?: number;
  offsetY?: number;
}

/** One character: `x` in character cells, `y` in label heights. */
export interface Glyph {
  text: string;
  x: number;
  /** Where a character that moves stood and where it comes to rest, as `x`. */
  from?: number;
  to?: number;
  y?: number;
  scale?: number;
  /** Degrees clockwise. */
  rotation?: number;
  opacity?: number;
}

/** One wheel of an odometer, `offset` of the way from its digit to the next; other characters have neither. */
export interface Column {
  text: string;
  next?: string;
  offset?: number;
  /** Below 1 while the wheel appears or vanishes. */
  opacity?: number;
}

/** Characters of the text that belong together; all runs make up the text. */
export interface Run {
  text: string;
  kind: "number" | "sign" | "unit" | "text";
  /** Whether the first text has something else there. */
  changed: boolean;
}

export interface Frame {
  /** Which of several animations of one stream; elements that start together share one. */
  id?: string;
  index: number;
  /** Seconds from the start. */
  time: number;
  /** The eased progress, which may leave 0…1; the share of the duration where `to` is a list. */
  progress: number;
  text: string;
  /** The number that counts before it is rounded, in decimal digits; an array where several count. */
  value?: string | string[];
  /** The same as the text shows it. */
  shown?: string | string[];
  /** Whole distances a second, those of its way where `to` is a list. */
  velocity?: number;
  /** `exit` is `null` once it has left. */
  labels?: { exit: Label | null; enter: Label };
  glyphs?: Glyph[];
  columns?: Column[];
  runs?: Run[];
  /** Those of `markers` that are reached here. */
  markers?: number[];
}

/** What the service says about the animation it is going to send. */
export interface AnimationDescription {
  from: string;
  to: string;
  interpolation: string;
  curve: string;
  duration: number;
  fps: number;
  /** `null` where it never ends. */
  frameCount: number | null;
  animated: boolean;
  /** The target as it is shown; there with `format`, `prefix` or a number style. */
  shownTo?: string;
  /** What stands before every text, where it is not empty. */
  prefix?: string;
  /** What stands behind every text, where it is not empty. */
  suffix?: string;
  /** All texts, where `to` is a list. */
  texts?: string[];
  /** When each of them is reached, as a share of the duration. */
  times?: number[];
  /** Characters of the widest text; there with `include=widest`. */
  widest?: number;
  /** Seconds until a spring stays within a thousandth of its way. */
  settlingDuration?: number;
  /** Why it is not animated. */
  reason?: string;
  /** Parameters that have no effect beside the others. */
  warnings?: { parameter: string; detail: string }[];
  /** When each of `markers` is first reached, if it is. */
  markers?: { progress: number; time?: number; frame?: number }[];
}

/** A problem document (RFC 9457). */
export interface Problem {
  type: string;
  status: number;
  title: string;
  detail: string;
  errors?: { parameter: string; detail: string }[];
}

/** Who sets the next text then must look at `reason`: after `cancelled` another is on its way. */
export interface KineticEnd {
  reason: EndReason;
  /** The text shown then. */
  text: string;
  /** Why the service refused. */
  problem?: Problem;
}

export interface KineticEventMap {
  'kinetic-start': CustomEvent<AnimationDescription>;
  'kinetic-frame': CustomEvent<Frame>;
  'kinetic-end': CustomEvent<KineticEnd>;
}

/** As the attribute has it. */
export type Direction = NonNullable<AnimationParameters['direction']>;

/** The parameters by the names of their attributes. */
type ElementParameters = Omit<KnownParameters, 'style' | 'prefix' | 'key' | 'direction'> & {
  numberStyle?: KnownParameters['style'];
  textPrefix?: KnownParameters['prefix'];
  apiKey?: KnownParameters['key'];
  src?: string | URL;
};

/** Each parameter is a property as well, which is its attribute; `null` where there is none. */
export interface KineticText extends Nullable<ElementParameters> {}

type Nullable<T> = { [Name in keyof T]?: T[Name] | null };

/**
 * `<kinetic-text>`: a label that moves whenever its `value` changes, from what it shows at that moment.
 *
 * Attributes: `value`, `from` (the first start; without it the text inside the tag), `src`, and every parameter of an
 * animation by its name (`fractionDigits`; `numberStyle` stands for `style` and `textPrefix` for `prefix`, which elements
 * have themselves, `apiKey` for `key`, which frameworks keep to themselves); each is a property as well. What only writes the text in another
 * way (`locale`, `currency`, `textPrefix`) is seen at once where that is at rest. The text inside the tag is what stands where
 * nothing runs, so write the text to end with there. Screen readers find the final text only.
 *
 * `caret` shows a caret behind the text. Style sheets reach `::part(prefix)`, `::part(number)` and `::part(unit)`, and
 * `::part(digit)` and `::part(symbol)` of an odometer while it turns. `--kinetype-mask` is the height of the soft edges
 * (0.25em), `--kinetype-changed` the colour of a number, or of its digits, while it changes, `--kinetype-numeric` its
 * `font-variant-numeric` by then (`tabular-nums`); at rest figures are the page's own. A declarative shadow root with the
 * same parts is taken over.
 *
 * `animated="false"` has it change at once, `respectMotionPreference="false"` lets it move though its user wants no motion.
 * What is printed shows the target. A text that the service would change at once, for want of a number to count, is morphed
 * in the page, unless an `interpolation` or `duration="0"` says otherwise, or a label has more said of how it moves.
 *
 * Without `curve` and `duration` it moves along `cubic-bezier(0.12, 0, 0, 1)` for 0.9 seconds, unless it is typed, scrambled
 * or has an effect; wheels have `columnMode="auto"`, and those that turn by themselves follow one another from the right.
 *
 * An element begins to move when it is scrolled into view, or at once with `animate-on="load"`. What changes out of sight
 * is there at once. Elements that change together ask together, and what was answered is not asked again.
 *
 * `<kinetic-text label="donations">$9,100 raised</kinetic-text>` shows a label of the service and follows it; until the
 * service says more, the text inside stands. `src` is then the address of the labels (by default `v1/labels` beside this
 * module); `apiKey` or `token` lets it read private ones. The element fetches the frames of each change, which caches may
 * keep, and plays them by the service's clock; with `follow="frames"` the service sends each frame instead, and with
 * `follow="next"` answers tell of changes that caches in front of the service hand on to all viewers, for three labels of a
 * page at most. All labels of a page share one connection. While the service is away the last text stays. A label that is not there leaves the text
 * inside, ends with the reason `failed`, and shows as soon as it is.
 */
export class KineticText extends HTMLElement implements Controls {
  /** The final text; setting it animates. Empty where there is none, or a decay is to find it. */
  get value(): string;
  set value(text: string | number);
  /** Which way wheels turn, before the attribute: a name, or what a function gives for the text before and the new one. */
  direction?: Direction | ((before: string, now: string | null) => Direction | null | undefined);
  /**
   * How characters grow that come, and shrink that go. Without it, in 0.3 seconds; wheels that do so all along a change, as
   * with `columnMode="digit"`, along the curve of the animation.
   */
  transformTiming?: Timing | null;
  /** How wheels that come or go all along a change fade. Without it, they do not. */
  opacityTiming?: Timing | null;
  play(): void;
  pause(): void;
  seek(time: number): void;
  reverse(): void;
  finish(): void;
}

/** Milliseconds, and an easing of CSS: `linear` where none is named. What is no such timing counts as none. */
export interface Timing {
  duration: number;
  easing?: string;
}

/** What JSX takes as `<kinetic-text>`; React 19 wants it in the `IntrinsicElements` of its own `JSX`. */
export interface KineticTextAttributes {
  value?: string | number;
  from?: string | number;
  src?: string;
  label?: string;
  follow?: 'changes' | 'frames' | 'next';
  caret?: boolean | '';
  'animate-on'?: 'visible' | 'load';
  animated?: 'true' | 'false';
  respectMotionPreference?: 'true' | 'false';
  token?: string;
  [attribute: string]: unknown;
}

declare global {
  interface HTMLElementTagNameMap {
    'kinetic-text': KineticText;
  }

  namespace JSX {
    interface IntrinsicElements {
      'kinetic-text': KineticTextAttributes;
    }
  }

  // The events bubble, out of shadow roots as well, so that any element and the document hear them.
  interface GlobalEventHandlersEventMap extends KineticEventMap {}
}
