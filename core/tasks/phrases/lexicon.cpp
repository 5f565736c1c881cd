// Phrase lexicon: the tables.
#include "core/tasks/phrases/lexicon.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace attnlab::phrases {
namespace {

using namespace kind;
constexpr Gender M = Gender::Masculine, F = Gender::Feminine;
constexpr unsigned kObject = kThing | kPortable | kText | kPlace;
constexpr unsigned kAnything = kLiving | kFood | kObject;

constexpr std::array kNouns{
    Noun{{"man", "men"}, {"homme", "hommes"}, M, kAdult},
    Noun{{"woman", "women"}, {"femme", "femmes"}, F, kAdult},
    Noun{{"king", "kings"}, {"roi", "rois"}, M, kAdult},
    Noun{{"queen", "queens"}, {"reine", "reines"}, F, kAdult},
    Noun{{"boy", "boys"}, {"garçon", "garçons"}, M, kYoung},
    Noun{{"girl", "girls"}, {"fille", "filles"}, F, kYoung},
    Noun{{"child", "children"}, {"enfant", "enfants"}, M, kYoung},
    Noun{{"cat", "cats"}, {"chat", "chats"}, M, kAnimal},
    Noun{{"dog", "dogs"}, {"chien", "chiens"}, M, kAnimal},
    Noun{{"bird", "birds"}, {"oiseau", "oiseaux"}, M, kAnimal},
    Noun{{"horse", "horses"}, {"cheval", "chevaux"}, M, kAnimal},
    Noun{{"donkey", "donkeys"}, {"âne", "ânes"}, M, kAnimal},
    Noun{{"cow", "cows"}, {"vache", "vaches"}, F, kAnimal},
    Noun{{"mouse", "mice"}, {"souris", "souris"}, F, kAnimal},
    Noun{{"bee", "bees"}, {"abeille", "abeilles"}, F, kAnimal},
    Noun{{"apple", "apples"}, {"pomme", "pommes"}, F, kFood},
    Noun{{"orange", "oranges"}, {"orange", "oranges"}, F, kFood},
    Noun{{"pear", "pears"}, {"poire", "poires"}, F, kFood},
    Noun{{"egg", "eggs"}, {"œuf", "œufs"}, M, kFood},
    Noun{{"cake", "cakes"}, {"gâteau", "gâteaux"}, M, kFood},
    Noun{{"book", "books"}, {"livre", "livres"}, M, kThing | kPortable | kText},
    Noun{{"letter", "letters"}, {"lettre", "lettres"}, F, kThing | kPortable | kText},
    Noun{{"hat", "hats"}, {"chapeau", "chapeaux"}, M, kThing | kPortable},
    Noun{{"flower", "flowers"}, {"fleur", "fleurs"}, F, kThing | kPortable},
    Noun{{"car", "cars"}, {"voiture", "voitures"}, F, kThing},
    Noun{{"tree", "trees"}, {"arbre", "arbres"}, M, kThing},
    Noun{{"star", "stars"}, {"étoile", "étoiles"}, F, kThing},
    Noun{{"house", "houses"}, {"maison", "maisons"}, F, kPlace},
    Noun{{"garden", "gardens"}, {"jardin", "jardins"}, M, kPlace},
    Noun{{"kitchen", "kitchens"}, {"cuisine", "cuisines"}, F, kPlace},
    Noun{{"forest", "forests"}, {"forêt", "forêts"}, F, kPlace},
    Noun{{"school", "schools"}, {"école", "écoles"}, F, kPlace},
};

constexpr std::array kAdjectives{
    Adjective{"small", {"petit", "petits"}, {"petite", "petites"}, "", true, true, kAnything},
    Adjective{"big", {"grand", "grands"}, {"grande", "grandes"}, "", true, true, kThing | kPlace},
    Adjective{
        "old", {"vieux", "vieux"}, {"vieille", "vieilles"}, "vieil", true, true, kAdult | kAnimal | kObject},
    Adjective{"young", {"jeune", "jeunes"}, {"jeune", "jeunes"}, "", true, true, kLiving},
    Adjective{"beautiful", {"beau", "beaux"}, {"belle", "belles"}, "bel", true, true, kLiving | kObject},
    Adjective{"new", {"nouveau", "nouveaux"}, {"nouvelle", "nouvelles"}, "nouvel", true, false, kObject},
    Adjective{"good", {"bon", "bons"}, {"bonne", "bonnes"}, "", true, true, kFood | kText},
    Adjective{"black", {"noir", "noirs"}, {"noire", "noires"}, "", false, true, kAnimal | kThing},
    Adjective{
        "white", {"blanc", "blancs"}, {"blanche", "blanches"}, "", false, true, kAnimal | kThing | kPlace},
    Adjective{"red", {"rouge", "rouges"}, {"rouge", "rouges"}, "", false, true, kFood | kThing},
    Adjective{"green", {"vert", "verts"}, {"verte", "vertes"}, "", false, true, kFood | kThing},
    Adjective{"cold", {"froid", "froids"}, {"froide", "froides"}, "", false, true, kFood | kPlace},
    Adjective{"tired", {"fatigué", "fatigués"}, {"fatiguée", "fatiguées"}, "", false, true, kLiving},
    Adjective{"happy", {"heureux", "heureux"}, {"heureuse", "heureuses"}, "", false, true, kLiving},
    Adjective{"clever",
              {"intelligent", "intelligents"},
              {"intelligente", "intelligentes"},
              "",
              false,
              true,
              kLiving},
};

constexpr std::array kVerbs{
    Verb{"sleep", "sleeps", "", {"dors", "dort", "dormons", "dorment"}, 0, kLiving, false, false},
    Verb{"sing", "sings", "", {"chante", "chante", "chantons", "chantent"}, 0, kLiving, false, false},
    Verb{"dance", "dances", "", {"danse", "danse", "dansons", "dansent"}, 0, kLiving, false, false},
    Verb{"play", "plays", "", {"joue", "joue", "jouons", "jouent"}, 0, kLiving, false, false},
    Verb{"work",
         "works",
         "",
         {"travaille", "travaille", "travaillons", "travaillent"},
         0,
         kLiving,
         false,
         false},
    Verb{"wait", "waits", "", {"attends", "attend", "attendons", "attendent"}, 0, kLiving, false, false},
    Verb{"see", "sees", "", {"vois", "voit", "voyons", "voient"}, kAnything, kLiving, true, true},
    Verb{"like", "likes", "", {"aime", "aime", "aimons", "aiment"}, kAnything, kLiving, false, true},
    Verb{"watch",
         "watches",
         "",
         {"regarde", "regarde", "regardons", "regardent"},
         kLiving | kThing,
         kLiving,
         true,
         true},
    Verb{"look",
         "looks",
         "for",
         {"cherche", "cherche", "cherchons", "cherchent"},
         kAnything,
         kLiving,
         true,
         true},
    Verb{"listen",
         "listens",
         "to",
         {"écoute", "écoute", "écoutons", "écoutent"},
         kLiving,
         kLiving,
         true,
         true},
    Verb{"eat", "eats", "", {"mange", "mange", "mangeons", "mangent"}, kFood, kLiving, true, false},
    Verb{"carry",
         "carries",
         "",
         {"porte", "porte", "portons", "portent"},
         kFood | kPortable,
         kLiving,
         true,
         false},
    Verb{"read", "reads", "", {"lis", "lit", "lisons", "lisent"}, kText, kPerson, true, false},
};

template <typename Table, typename Key>
const auto& find_in(const Table& table, std::string_view english, Key key) {
  const auto found = std::ranges::find(table, english, key);
  if (found == table.end())
    throw std::invalid_argument("the phrase lexicon does not contain the word \"" + std::string(english) +
                                "\"");
  return *found;
}

template <std::size_t N>
bool starts_with_one_of(std::string_view word, const std::array<std::string_view, N>& starts) {
  return std::ranges::any_of(starts, [word](std::string_view start) { return word.starts_with(start); });
}

}  // namespace

std::span<const Noun> nouns() { return kNouns; }
std::span<const Adjective> adjectives() { return kAdjectives; }
std::span<const Verb> verbs() { return kVerbs; }

const Noun& find_noun(std::string_view english) {
  return find_in(kNouns, english, [](const Noun& noun) { return noun.english.singular; });
}
const Adjective& find_adjective(std::string_view english) {
  return find_in(kAdjectives, english, &Adjective::english);
}
const Verb& find_verb(std::string_view english) { return find_in(kVerbs, english, &Verb::english); }

bool elides_before(std::string_view french) {
  static constexpr std::array<std::string_view, 13> starts{"a", "e", "i", "o", "u", "y", "h",
                                                           "â", "é", "è", "ê", "î", "œ"};
  return starts_with_one_of(french, starts);
}

bool takes_an(std::string_view english) {
  static constexpr std::array<std::string_view, 5> starts{"a", "e", "i", "o", "u"};
  return starts_with_one_of(english, starts);
}

}  // namespace attnlab::phrases
