// What the page knows of its elements and TypeScript cannot: what a selector finds, and who an event is for.
interface EventTarget {
  closest(selector: string): any;
  matches(selector: string): boolean;
  type?: string;
}

interface Element {
  dataset: DOMStringMap;
  disabled: boolean;
  title: string;
  focus(options?: FocusOptions): void;
  click(): void;
  getBBox(): DOMRect;
}

interface ChildNode {
  append(...nodes: (Node | string)[]): void;
}

interface PerformanceEntry {
  type?: string;
}

// Go's loader, and what play/wasm defines.
declare const Go: any;
declare function lightsoutCall(method: string, text: string): Promise<string>;
