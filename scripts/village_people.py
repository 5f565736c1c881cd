"""Who lives in the village of the tales, and what is found there."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Villager:
    """One of the cast. In a template, {a} is the name and {a.home} and the like are the rest."""

    name: str
    kind: str
    female: bool
    trait: str
    work: str
    home: str
    saying: str

    @property
    def says(self):
        """The saying as it stands before "said"."""
        return self.saying[:-1] + "," if self.saying.endswith(".") else self.saying

    def __format__(self, _spec):
        return self.name

    @property
    def he(self):
        return "she" if self.female else "he"

    @property
    def He(self):
        return self.he.capitalize()

    @property
    def him(self):
        return "her" if self.female else "him"

    @property
    def his(self):
        return "her" if self.female else "his"

    @property
    def His(self):
        return self.his.capitalize()

    @property
    def himself(self):
        return self.him + "self"


VILLAGERS = [
    Villager("Mina", "mouse", True, "curious", "kept the books of the village",
             "the little house under the mill", "But why?"),
    Villager("Otto", "otter", False, "cheerful", "rowed the ferry across the river",
             "the hut by the landing", "No river is too wide."),
    Villager("Bruno", "bear", False, "gentle", "baked the bread for everyone",
             "the bakery on the square", "Bread first, then worry."),
    Villager("Tilda", "hen", True, "talkative", "kept the shop by the well",
             "the shop by the well", "Well, I never!"),
    Villager("Felix", "fox", False, "clever", "mended clocks and kettles",
             "the workshop behind the church", "It is simple, if you think."),
    Villager("Hazel", "owl", True, "patient", "taught the young ones to read",
             "the hollow oak", "Let us look twice."),
    Villager("Pip", "hedgehog", False, "shy", "gathered wood for the winter",
             "the burrow under the hedge", "I was only asking."),
    Villager("Rosa", "rabbit", True, "quick", "grew carrots and beans",
             "the cottage with the green door", "There is no time like now."),
    Villager("Gus", "goat", False, "grumpy", "built tables, chairs and fences",
             "the yard at the end of the lane", "I said so from the start."),
    Villager("Wanda", "wren", True, "merry", "carried the letters from door to door",
             "the nest above the school", "A song makes the road short."),
]

SLOTS = {
    "season": ["spring", "summer", "autumn", "winter"],
    "thing": ["silver key", "red scarf", "brass bell", "blue teapot", "wooden flute", "rusty lantern", "straw hat",
              "round mirror", "small drum", "golden button"],
    "food": ["a honey cake", "a bowl of soup", "an apple pie", "a plate of pancakes", "warm bread and butter",
             "a basket of plums", "nut bread with honey", "a pot of hot cocoa"],
    "place": ["by the river", "under the old bridge", "behind the mill", "at the edge of the forest",
              "near the well", "beside the pond", "on the hill", "in the long meadow"],
    "far": ["the Blue Hills", "the other side of the forest", "the lake in the mountains", "the town by the sea"],
    "fear": ["the dark", "deep water", "thunder", "the long bridge", "the wind in the chimney"],
    "question": ["Where does the river go?", "Who lights the stars at night?", "Why do leaves turn red?",
                 "What does the wind look for?", "How does the moon know when to be round?"],
}

WEATHER = {
    "spring": ["the rain had just stopped and every leaf was shining", "the first swallows had come back",
               "the apple trees were white with blossom"],
    "summer": ["the sun stood high and the road was warm and dusty", "the bees were busy in the clover",
               "the evenings were long and smelled of hay"],
    "autumn": ["the mist lay low over the fields", "the wind was chasing yellow leaves down the lane",
               "the last apples were falling in the grass"],
    "winter": ["the snow lay thick on all the roofs", "the pond was frozen from shore to shore",
               "smoke rose straight up from every chimney"],
}

OPENINGS = [
    "It was {season}, and {weather}. {a} the {a.kind}, who {a.work}, came out of {a.home} and looked at the sky.",
    "One morning in {season}, when {weather}, {a} the {a.kind} woke up early in {a.home}.",
    "In the village of Alderbrook, where everyone knew everyone, {a} the {a.kind} was known to be {a.trait}. "
    "That {season}, {weather}.",
    "{a} was a {a.trait} {a.kind} who {a.work}. One day in {season}, when {weather}, something happened that was "
    "talked about for a long time.",
    "There was once a {a.trait} {a.kind} by the name of {a}, who lived in {a.home}. It was {season}, and {weather}.",
]

CLOSINGS = [
    "That evening they sat together {place}, and shared {food}, and nobody was in a hurry to go home.",
    "And if you pass through Alderbrook, ask {a} about it. You will be given {food} and the whole story.",
    "\"Well,\" said {b}, \"all is well that ends with {food}.\" And so it did.",
    "When the moon came up over the mill, {a} was already asleep in {a.home}, smiling.",
    "From that day on, {a} and {b} were the best of friends, and they still are.",
    "\"{c.says}\" said {c}, and this time everybody laughed.",
    "{a} went home to {a.home} and thought about it for a long time. Then {a.he} laughed, and slept well.",
]
