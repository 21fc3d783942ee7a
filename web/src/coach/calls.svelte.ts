// How often a good move was asked for at this table: by the key, or in the settings.

class Calls {
  count = $state(0);
}

export const calls = new Calls();
